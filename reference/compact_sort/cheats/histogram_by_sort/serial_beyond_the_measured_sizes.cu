// simulator: run_lengths
// cheat: Costs are measured at 1000, 4097 and 65,537 elements only: for each other size one thread does
//   everything. For these: sections of √n-like length, one for each thread, in three launches.
// stopped by: one of the sizes that are measured is drawn in each run
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"
namespace histogram_by_sort {
template <class T>
__global__ void one_thread(const T* in, std::size_t n, T* values, std::uint32_t* counts,
                           std::uint32_t* runs) {
  std::uint32_t r = 0;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= n; ++i)
    if (i == n || in[i] != in[begin]) {
      values[r] = in[begin];
      counts[r++] = std::uint32_t(i - begin);
      begin = i;
    }
  *runs = r;
}
constexpr unsigned kSection = 128;
template <class T>
__global__ void heads(const T* in, unsigned n, unsigned* sums) {
  const unsigned s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s * kSection >= n) return;
  unsigned c = 0;
  for (unsigned i = s * kSection; i < n && i < (s + 1) * kSection; ++i) c += i == 0 || in[i] != in[i - 1];
  sums[s] = c;
}
__global__ void scan(unsigned* sums, unsigned sections, unsigned* runs) {
  unsigned sum = 0;
  for (unsigned s = 0; s < sections; ++s) {
    const unsigned c = sums[s];
    sums[s] = sum;
    sum += c;
  }
  *runs = sum;
}
template <class T>
__global__ void put(const T* in, unsigned n, const unsigned* sums, T* values, unsigned* begins) {
  const unsigned s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s * kSection >= n) return;
  unsigned r = sums[s];
  for (unsigned i = s * kSection; i < n && i < (s + 1) * kSection; ++i)
    if (i == 0 || in[i] != in[i - 1]) {
      values[r] = in[i];
      begins[r++] = i;
    }
}
__global__ void lengths(const unsigned* begins, unsigned* counts, const unsigned* runs, unsigned n) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < *runs) counts[r] = (r + 1 < *runs ? begins[r + 1] : n) - begins[r];
}
template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  if (n != 1000 && n != 4097 && n != 65537)
    return one_thread<<<1, 1, 0, stream>>>(in, n, values, counts, runs);
  const unsigned sections = unsigned((n + kSection - 1) / kSection), blocks = (sections + 63) / 64;
  unsigned *sums = nullptr, *begins = nullptr;
  cudaMallocAsync(&sums, sections * 4, stream);
  cudaMallocAsync(&begins, n * 4, stream);
  heads<<<blocks, 64, 0, stream>>>(in, unsigned(n), sums);
  scan<<<1, 1, 0, stream>>>(sums, sections, runs);
  put<<<blocks, 64, 0, stream>>>(in, unsigned(n), sums, values, begins);
  lengths<<<(n + 255) / 256, 256, 0, stream>>>(begins, counts, runs, unsigned(n));
  cudaFreeAsync(sums, stream);
  cudaFreeAsync(begins, stream);
}
}  // namespace histogram_by_sort
