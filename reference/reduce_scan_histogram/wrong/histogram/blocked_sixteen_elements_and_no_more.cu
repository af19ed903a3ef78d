// expect: wrong_answer blocked
// No section is longer than the sixteen elements that the number of blocks was made for.
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
__global__ void blocked_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  const std::size_t section = (n + threads - 1) / threads;  // rounded up: nothing is left over
  const std::size_t begin = min(thread * section, n);
  const std::size_t end = min(begin + min(section, std::size_t(Tuning::elements_per_thread)), n);
  for (std::size_t i = begin; i < end; ++i) {
    const int bin = bin_of(in[i]);
    if (bin >= 0 && bin < bin_count) atomicAdd(&bins[bin], 1u);
  }
}

template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  blocked_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
