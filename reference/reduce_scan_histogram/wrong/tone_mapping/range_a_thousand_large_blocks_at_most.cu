// expect: wrong_answer range
// Blocks of 1024 pixels, and one of 1024 threads for their results: wrong from 1,048,577 pixels on.
#include <cmath>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

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
  const auto blocks = unsigned((n + 1023) / 1024);
  float* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, 2 * blocks * sizeof(float), stream));
  range_kernel<<<blocks, 1024, 0, stream>>>(log_luminance, log_luminance, n, partial, partial + blocks);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<1, 1024, 0, stream>>>(partial, partial + blocks, blocks, range, range + 1);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace tone_mapping
