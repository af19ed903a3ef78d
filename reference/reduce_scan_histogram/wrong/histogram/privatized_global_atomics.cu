// expect: too_much_work privatized
// Right, but all threads of the grid still count in the global bins.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int elements_per_thread = 16;  // enough to be worth a thread
  static constexpr int max_blocks = 528;          // a few for each multiprocessor of a large GPU
};

/// Blocks for n elements: at least one, so that n = 0 needs no special case.
inline int blocks_for(std::size_t n) {
  const std::size_t per_block = Tuning::block_threads * Tuning::elements_per_thread;
  const std::size_t blocks = (n + per_block - 1) / per_block;
  return static_cast<int>(std::clamp<std::size_t>(blocks, 1, Tuning::max_blocks));
}

template <class T, class Bin>
__global__ void privatized_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads) {
    const int bin = bin_of(in[i]);
    if (bin >= 0 && bin < bin_count) atomicAdd(&bins[bin], 1u);
  }
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  privatized_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
