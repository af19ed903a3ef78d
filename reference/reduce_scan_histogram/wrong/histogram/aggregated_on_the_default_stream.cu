// expect: race aggregated
// The bins are cleared in the default stream, which nothing orders with the given one.
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

template <class T, class Bin>
__global__ void aggregated_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  extern __shared__ unsigned private_bins[];  // [bin_count]
  // ---- Clear
  for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) private_bins[bin] = 0;
  __syncthreads();

  // ---- Count: pay out when the bin changes
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  int run_bin = -1;  // no run yet
  unsigned run_length = 0;
  for (std::size_t i = thread; i < n; i += threads) {
    const int bin = bin_of(in[i]);
    if (bin < 0 || bin >= bin_count) continue;  // ignored: neither ends a run nor lengthens it
    if (bin != run_bin) {
      if (run_length > 0) atomicAdd(&private_bins[run_bin], run_length);
      run_bin = bin;
      run_length = 0;
    }
    ++run_length;
  }
  if (run_length > 0) atomicAdd(&private_bins[run_bin], run_length);  // the last run
  __syncthreads();

  // ---- Flush
  for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
    if (const unsigned count = private_bins[bin]; count > 0) atomicAdd(&bins[bin], count);
  }
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const std::size_t shared_bytes = bin_count * sizeof(unsigned);
  WARPGRADE_CHECK(cudaMemset(bins, 0, bin_count * sizeof(unsigned)));
  aggregated_kernel<<<blocks_for(n), Tuning::block_threads, shared_bytes, stream>>>(in, n, bins, bin_count,
                                                                                    bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
