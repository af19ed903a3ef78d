// simulator: histogram
// cheat: the task is given a sort that works on the host, so the host's copies look as if they were its.
//   The host counts.
// stopped by: what the host reads is counted (host_bytes)
#include "histogram_by_sort.cuh"
#include "on_the_host.cuh"

namespace histogram_by_sort {

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(bin_count));
  for (std::uint32_t value : on_the_host::download(in, n, stream))
    if (value < counts.size()) ++counts[value];
  std::uint32_t* nobody_looks = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&nobody_looks, (n + 1) * sizeof(std::uint32_t), stream));
  sort(in, nobody_looks, n, stream);
  WARPGRADE_CHECK(cudaFreeAsync(nobody_looks, stream));
  on_the_host::upload(counts, bins, stream);
}

}  // namespace histogram_by_sort
