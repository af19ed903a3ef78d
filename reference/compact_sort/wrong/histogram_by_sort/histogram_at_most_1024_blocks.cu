// expect: wrong_answer histogram
// At most 1024 blocks, without a loop: bins behind 1024 · 256 are forgotten.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

struct Tuning {
  static constexpr int threads = 256;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

__device__ inline std::size_t lower_bound(const std::uint32_t* sorted, std::size_t n, std::uint32_t value) {
  std::size_t begin = 0;
  std::size_t end = n;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (sorted[middle] < value)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

__global__ void bins_kernel(const std::uint32_t* sorted, std::size_t n, std::uint32_t* bins, int bin_count) {
  const std::size_t b = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  if (b < std::size_t(bin_count)) {
    const std::uint32_t value = std::uint32_t(b);
    bins[b] = std::uint32_t(lower_bound(sorted, n, value + 1) - lower_bound(sorted, n, value));
  }
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  std::uint32_t* sorted = nullptr;
  if (n > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&sorted, n * sizeof(std::uint32_t), stream));
    sort(in, sorted, n, stream);
  }
  bins_kernel<<<min(div_up(bin_count, Tuning::threads), 1024u), Tuning::threads, 0, stream>>>(sorted, n, bins,
                                                                                              bin_count);
  WARPGRADE_CHECK_LAUNCH();
  if (sorted) WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
