// expect: wrong_answer per_thread
// cuda: pass
// A thread counts in 8 bits, which its elements of one bin overflow. (On a large GPU no thread has so many.)
#include <algorithm>
#include <cstdint>

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

/// partial [bin_count][gridDim.x]: the histogram of each block.
template <class T, class Bin>
__global__ void per_thread_kernel(const T* in, std::size_t n, unsigned* partial, int bin_count, Bin bin_of) {
  __shared__ unsigned counts[Tuning::max_local_bins][Tuning::block_threads];

  // ---- Count: nobody else touches this array, so nothing needs an atomic
  std::uint8_t local[Tuning::max_local_bins] = {};
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads) {
    const int bin = bin_of(in[i]);
    if (bin >= 0 && bin < bin_count) ++local[bin];
  }

  // ---- Reduce: for each bin a tree over the block's threads
  for (int bin = 0; bin < bin_count; ++bin) counts[bin][threadIdx.x] = local[bin];
  for (unsigned stride = Tuning::block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x >= stride) continue;
    for (int bin = 0; bin < bin_count; ++bin) counts[bin][threadIdx.x] += counts[bin][threadIdx.x + stride];
  }
  __syncthreads();

  // ---- Store: one thread per bin
  if (threadIdx.x < unsigned(bin_count))
    partial[threadIdx.x * gridDim.x + blockIdx.x] = counts[threadIdx.x][0];
}

/// One block per bin adds the histograms of all blocks.
static __global__ void add_partial_kernel(const unsigned* partial, unsigned* bins, int block_count) {
  __shared__ unsigned sums[Tuning::block_threads];
  unsigned sum = 0;
  for (int block = threadIdx.x; block < block_count; block += blockDim.x)
    sum += partial[blockIdx.x * block_count + block];
  sums[threadIdx.x] = sum;
  for (unsigned stride = Tuning::block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) bins[blockIdx.x] = sums[0];
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
