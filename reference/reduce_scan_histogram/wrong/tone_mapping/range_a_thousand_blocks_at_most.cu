// expect: wrong_answer range
// Blocks of 256 pixels, and one block of 1024 threads for their results: the 1025th has no thread.
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

static __global__ void range_kernel(const float* low_in, const float* high_in, std::size_t n, float* least,
                                    float* greatest) {
  __shared__ float low[1024], high[1024];
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  low[threadIdx.x] = i < n ? low_in[i] : INFINITY;
  high[threadIdx.x] = i < n ? high_in[i] : -INFINITY;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x >= stride) continue;
    low[threadIdx.x] = fminf(low[threadIdx.x], low[threadIdx.x + stride]);
    high[threadIdx.x] = fmaxf(high[threadIdx.x], high[threadIdx.x + stride]);
  }
  if (threadIdx.x > 0) return;
  least[blockIdx.x] = low[0];
  greatest[blockIdx.x] = high[0];
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const auto blocks = unsigned((n + 255) / 256);
  float* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, 2 * blocks * sizeof(float), stream));
  range_kernel<<<blocks, 256, 0, stream>>>(log_luminance, log_luminance, n, partial, partial + blocks);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<1, 1024, 0, stream>>>(partial, partial + blocks, blocks, range, range + 1);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace tone_mapping
