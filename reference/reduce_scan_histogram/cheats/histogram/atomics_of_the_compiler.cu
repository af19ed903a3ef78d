// simulator: privatized
// cheat: no private bins: each element is one atomic addition in global memory, but by the host
//   compiler's own builtin, which nobody counts as an atomic of CUDA's.
// stopped by: the compiler calls the simulator for its atomics, too: they are counted
#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

template <class T, class Bin>
__global__ void count_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(in[i]);
  if (bin >= 0 && bin < bin_count) __atomic_fetch_add(&bins[bin], 1u, __ATOMIC_RELAXED);
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  count_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
