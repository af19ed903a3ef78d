// simulator: equalise
// cheat: one lane of each warp does all the work of its warp, pixel by pixel.
// stopped by: the accesses of warps to global memory are counted (global_requests)
#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr std::size_t kRun = 32;

__global__ void count_kernel(const std::uint8_t* grey, unsigned* histogram, std::size_t n) {
  const std::size_t begin = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (threadIdx.x % 32 > 0) return;
  for (std::size_t i = begin; i < n && i < begin + kRun; ++i) atomicAdd(&histogram[grey[i]], 1u);
}

__global__ void table_kernel(const unsigned* histogram, unsigned* cdf, std::uint8_t* table, std::size_t n) {
  unsigned sum = 0, darkest = 0;
  for (int level = 0; level < 256; ++level) {
    cdf[level] = sum += histogram[level];
    if (darkest == 0) darkest = sum;
    table[level] = equalised(sum, darkest, n, std::uint8_t(level));
  }
}

__global__ void look_up_kernel(const std::uint8_t* grey, const std::uint8_t* table, std::uint8_t* picture,
                               std::size_t n) {
  const std::size_t begin = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (threadIdx.x % 32 > 0) return;
  for (std::size_t i = begin; i < n && i < begin + kRun; ++i) picture[i] = table[grey[i]];
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const unsigned blocks = unsigned((n + 255) / 256);
  std::uint8_t* table = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&table, 256, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, 256 * sizeof(unsigned), stream));
  count_kernel<<<blocks, 256, 0, stream>>>(grey, histogram, n);
  WARPGRADE_CHECK_LAUNCH();
  table_kernel<<<1, 1, 0, stream>>>(histogram, cdf, table, n);
  WARPGRADE_CHECK_LAUNCH();
  look_up_kernel<<<blocks, 256, 0, stream>>>(grey, table, picture, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(table, stream));
}

}  // namespace tone_mapping
