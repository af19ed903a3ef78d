// simulator: privatized
// cheat: `atomicAdd` becomes a plain addition by a function that is not instrumented: one thread runs at
//   a time, so nothing is lost, and no atomic is counted.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

__attribute__((no_sanitize_thread, noinline)) __device__ inline void add_unseen(unsigned* to,
                                                                                unsigned value) {
  *to += value;
}
#define atomicAdd(to, value) ::histogram::add_unseen(to, value)

template <class T, class Bin>
__global__ void count_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(in[i]);
  if (bin >= 0 && bin < bin_count) atomicAdd(&bins[bin], 1u);
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  count_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
