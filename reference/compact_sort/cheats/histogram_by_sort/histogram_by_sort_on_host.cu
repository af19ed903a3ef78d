// simulator: histogram
// cheat: The bounds of 4n bytes both ways are there for the grader's own sort on the host: the submission
//   does not call it, and spends them itself: the host counts.
// stopped by: parameters beyond 128 bytes are an upload (schedule/scheduler.cpp)
#include <vector>

#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"
namespace histogram_by_sort {
struct Part {
  std::uint32_t v[992];
};
__global__ void put(Part p, std::uint32_t* out, int count) {
  const int i = threadIdx.x;
  if (i < count) out[i] = p.v[i];
}
template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort,
               cudaStream_t stream) {
  std::vector<std::uint32_t> all(n), counts(bin_count);
  if (n) cudaMemcpyAsync(all.data(), in, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (std::uint32_t x : all) ++counts[x];
  for (int i = 0; i < bin_count; i += 992) {
    Part p;
    const int count = bin_count - i < 992 ? bin_count - i : 992;
    for (int k = 0; k < count; ++k) p.v[k] = counts[i + k];
    put<<<1, 992, 0, stream>>>(p, bins + i, count);
  }
}
}  // namespace histogram_by_sort
