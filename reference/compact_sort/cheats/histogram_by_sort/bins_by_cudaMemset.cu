// simulator: histogram
// cheat: The host counts, and writes the bins byte by byte with cudaMemset, whose bytes are neither upload
//   nor "from the host". The only kernel does nothing.
// stopped by: fills are counted (judge/check/host_work.cpp)
#include <vector>

#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"
namespace histogram_by_sort {
__global__ void nothing() {}
template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort,
               cudaStream_t stream) {
  std::vector<std::uint32_t> all(n), counts(bin_count);
  if (n) cudaMemcpyAsync(all.data(), in, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (std::uint32_t x : all)
    if (x < counts.size()) ++counts[x];
  nothing<<<1, 1, 0, stream>>>();
  cudaMemsetAsync(bins, 0, bin_count * 4ull, stream);
  for (int i = 0; i < bin_count; ++i)
    for (int b = 0; b < 4; ++b)
      if (const int byte = counts[i] >> (8 * b) & 255)
        cudaMemsetAsync((char*)(bins + i) + b, byte, 1, stream);
}
}  // namespace histogram_by_sort
