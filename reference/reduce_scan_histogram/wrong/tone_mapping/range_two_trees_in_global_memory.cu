#include <algorithm>
#include <cmath>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int max_blocks = 64;  // of a grid-stride loop
  static constexpr int max_bins = 1024;  // the block that scans has a thread for each
};

/// Blocks for a loop over n pixels, in which a thread takes more than one where n is large.
inline int blocks_for(std::size_t n) {
  const std::size_t blocks = (n + Tuning::block_threads - 1) / Tuning::block_threads;
  return static_cast<int>(std::clamp<std::size_t>(blocks, 1, Tuning::max_blocks));
}

/// values[i] becomes the better one of itself and its partner in the upper half.
template <bool Greatest>
__global__ void fold_kernel(float* values, std::size_t n, std::size_t half) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i + half >= n || i >= half) return;
  values[i] = Greatest ? fmaxf(values[i], values[i + half]) : fminf(values[i], values[i + half]);
}

template <bool Greatest>
void fold(const float* log_luminance, float* result, std::size_t n, cudaStream_t stream) {
  float* values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&values, n * sizeof(float), stream));
  WARPGRADE_CHECK(
      cudaMemcpyAsync(values, log_luminance, n * sizeof(float), cudaMemcpyDeviceToDevice, stream));
  while (n > 1) {
    const std::size_t half = (n + 1) / 2;
    fold_kernel<Greatest><<<unsigned((half + 255) / 256), 256, 0, stream>>>(values, n, half);
    WARPGRADE_CHECK_LAUNCH();
    n = half;
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(result, values, sizeof(float), cudaMemcpyDeviceToDevice, stream));
  WARPGRADE_CHECK(cudaFreeAsync(values, stream));
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  fold<false>(log_luminance, &range[0], rows * cols, stream);
  fold<true>(log_luminance, &range[1], rows * cols, stream);
}

}  // namespace tone_mapping
