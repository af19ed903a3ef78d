// Histogram. The contract of each entry function is in histogram.cuh; the story is in the handout.
//
//   in         [n]           elements
//   bins       [bin_count]   counts, garbage before the call
//   bin_of(v)                the bin of a value; outside of [0, bin_count): v is ignored
//
// Each task is one kernel and its launcher. Fill in what stands between TODO and END TODO.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int elements_per_thread = 16;       // enough to be worth a thread
  static constexpr int blocks_per_multiprocessor = 4;  // enough to keep it busy
  static constexpr int max_local_bins = 16;            // per_thread: bins that one thread can hold
};

/// Blocks for n elements: at least one, so that n = 0 needs no special case.
inline int blocks_for(std::size_t n) {
  const std::size_t per_block = Tuning::block_threads * Tuning::elements_per_thread;
  const std::size_t blocks = (n + per_block - 1) / per_block;
  const std::size_t most = warpgrade::multiprocessors() * Tuning::blocks_per_multiprocessor;
  return static_cast<int>(std::clamp<std::size_t>(blocks, 1, most));
}

// ==== blocked: a contiguous section for each thread =====================================================

template <class T, class Bin>
__global__ void blocked_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  // TODO: find this thread's section of the input, and count its elements with atomicAdd.
  // END TODO
}

template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  // TODO: set all bins to zero (cudaMemsetAsync).
  // END TODO
  blocked_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== interleaved: neighbouring threads, neighbouring elements ==========================================

template <class T, class Bin>
__global__ void interleaved_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  // TODO: the same, but step through the input by the number of threads in the grid (coalesced reads).
  // END TODO
}

template <class T, class Bin>
void interleaved(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  // TODO: set all bins to zero.
  // END TODO
  interleaved_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== privatized: a copy of the bins for each block =====================================================

template <class T, class Bin>
__global__ void privatized_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  // TODO: clear private bins (the launcher gives [bin_count] of dynamic shared memory), count into them, add
  //       them to the global ones. Where are barriers needed?
  // END TODO
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const std::size_t shared_bytes = bin_count * sizeof(unsigned);
  // TODO: set all bins to zero.
  // END TODO
  privatized_kernel<<<blocks_for(n), Tuning::block_threads, shared_bytes, stream>>>(in, n, bins, bin_count,
                                                                                    bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== aggregated: one atomic for a run of equal bins ====================================================

template <class T, class Bin>
__global__ void aggregated_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  // TODO: as before, but keep the current run (its bin and its length) in registers.
  // END TODO
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const std::size_t shared_bytes = bin_count * sizeof(unsigned);
  // TODO: set all bins to zero.
  // END TODO
  aggregated_kernel<<<blocks_for(n), Tuning::block_threads, shared_bytes, stream>>>(in, n, bins, bin_count,
                                                                                    bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== per_thread: local histograms, then a reduction ====================================================

/// partial [bin_count][gridDim.x]: the histogram of each block.
template <class T, class Bin>
__global__ void per_thread_kernel(const T* in, std::size_t n, unsigned* partial, int bin_count, Bin bin_of) {
  // TODO: count into a local array, then add up the threads' arrays with a tree in shared memory.
  // END TODO
}

/// One block per bin adds the histograms of all blocks.
static __global__ void add_partial_kernel(const unsigned* partial, unsigned* bins, int block_count) {
  // TODO: bins[blockIdx.x] = sum of partial[blockIdx.x][0 .. block_count).
  // END TODO
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const int blocks = blocks_for(n);
  unsigned* partial = nullptr;  // [bin_count][blocks]
  WARPGRADE_CHECK(cudaMallocAsync(&partial, bin_count * blocks * sizeof(unsigned), stream));
  per_thread_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, partial, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
  add_partial_kernel<<<bin_count, Tuning::block_threads, 0, stream>>>(partial, bins, blocks);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace histogram
