// simulator: aggregated
// cheat: the specification says that costs are counted where all elements are equal. So threads look
//   whether they are, and then one writes the count; else there is an atomic for each element.
// stopped by: costs are counted with several inputs in turn ([task.cost] inputs)
#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

/// Counts the elements that are not like the first.
template <class T, class Bin>
__global__ void compare_kernel(const T* in, std::size_t n, unsigned* others, Bin bin_of) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && bin_of(in[i]) != bin_of(in[0])) atomicOr(others, 1u);
}

template <class T, class Bin>
__global__ void count_kernel(const T* in, std::size_t n, const unsigned* others, unsigned* bins,
                             int bin_count, Bin bin_of) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(in[i]);
  if (bin < 0 || bin >= bin_count) return;
  if (*others != 0) atomicAdd(&bins[bin], 1u);
  if (*others == 0 && i == 0) bins[bin] = unsigned(n);
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  unsigned* others = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&others, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(others, 0, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  compare_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, others, bin_of);
  WARPGRADE_CHECK_LAUNCH();
  count_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, others, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(others, stream));
}

}  // namespace histogram
