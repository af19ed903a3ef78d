// simulator: histogram
// cheat: the sort that is given works on the host, and is allowed to move all values there and back. It is
// never called:
//   the host counts, and a kernel copies the counts.
// stopped by: what the given sort moves is not the submission's to spend (host_bytes)
#include <vector>

#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

__global__ void copy_kernel(const std::uint32_t* from, std::uint32_t* to, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) to[i] = from[i];
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort,
               cudaStream_t stream) {
  std::vector<std::uint32_t> values(n), counts(bin_count);
  cudaMemcpyAsync(values.data(), in, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (const std::uint32_t value : values)
    if (value < std::uint32_t(bin_count)) ++counts[value];
  std::uint32_t* scratch = nullptr;
  cudaMallocAsync(&scratch, counts.size() * 4, stream);
  cudaMemcpyAsync(scratch, counts.data(), counts.size() * 4, cudaMemcpyHostToDevice, stream);
  copy_kernel<<<(bin_count + 255) / 256, 256, 0, stream>>>(scratch, bins, bin_count);
  cudaFreeAsync(scratch, stream);
  cudaStreamSynchronize(stream);
}

}  // namespace histogram_by_sort
