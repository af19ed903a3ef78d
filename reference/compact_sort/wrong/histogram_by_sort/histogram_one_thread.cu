// expect: too_much_work histogram
// Right, but one thread goes over all sorted values.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

__global__ void bins_kernel(const std::uint32_t* sorted, std::size_t n, std::uint32_t* bins,
                            std::uint32_t bin_count) {
  std::size_t i = 0;
  for (std::uint32_t b = 0; b < bin_count; ++b) {
    const std::size_t begin = i;
    while (i < n && sorted[i] == b) ++i;
    bins[b] = std::uint32_t(i - begin);
  }
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  std::uint32_t* sorted = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sorted, (n + 1) * sizeof(std::uint32_t), stream));
  if (n > 0) sort(in, sorted, n, stream);
  bins_kernel<<<1, 1, 0, stream>>>(sorted, n, bins, std::uint32_t(bin_count));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
