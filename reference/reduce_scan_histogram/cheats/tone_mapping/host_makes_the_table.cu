// simulator: equalise
// cheat: the host counts the pixels and makes the table; a kernel only looks the pixels up.
// stopped by: what the host reads is counted (host_bytes)
#include "on_the_host.cuh"
#include "tone_mapping.cuh"

namespace tone_mapping {

__global__ void look_up_kernel(const std::uint8_t* grey, const std::uint8_t* table, std::uint8_t* picture,
                               std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) picture[i] = table[grey[i]];
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  std::vector<unsigned> counts(256), sums(256);
  for (const std::uint8_t level : on_the_host::download(grey, n, stream)) ++counts[level];
  unsigned sum = 0, darkest = 0;
  std::vector<std::uint8_t> levels(256);
  for (int level = 0; level < 256; ++level) {
    sums[level] = sum += counts[level];
    if (darkest == 0) darkest = sum;
    levels[level] = equalised(sum, darkest, n, std::uint8_t(level));
  }
  on_the_host::upload(counts, histogram, stream);
  on_the_host::upload(sums, cdf, stream);
  std::uint8_t* table = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&table, 256, stream));
  on_the_host::upload(levels, table, stream);
  look_up_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(grey, table, picture, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(table, stream));
}

}  // namespace tone_mapping
