// expect: wrong_answer range
// The second launch has a thread for each block, and halves an odd number of threads: the last result is
// lost.
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

/// least[b], greatest[b]: over all that block b reads, which is the least of low_in and the greatest of
/// high_in.
static __global__ void range_kernel(const float* low_in, const float* high_in, std::size_t n, float* least,
                                    float* greatest) {
  __shared__ float low[Tuning::block_threads], high[Tuning::block_threads];

  // ---- A thread's own part
  float lowest = INFINITY, highest = -INFINITY;
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads) {
    lowest = fminf(lowest, low_in[i]);
    highest = fmaxf(highest, high_in[i]);
  }

  // ---- A tree over the block
  low[threadIdx.x] = lowest;
  high[threadIdx.x] = highest;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) {
      low[threadIdx.x] = fminf(low[threadIdx.x], low[threadIdx.x + stride]);
      high[threadIdx.x] = fmaxf(high[threadIdx.x], high[threadIdx.x + stride]);
    }
  }
  if (threadIdx.x == 0) {
    least[blockIdx.x] = low[0];
    greatest[blockIdx.x] = high[0];
  }
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const int blocks = blocks_for(n);
  float* partial = nullptr;  // [2][blocks]: the least of each block, then the greatest of each
  WARPGRADE_CHECK(cudaMallocAsync(&partial, 2 * blocks * sizeof(float), stream));
  range_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(log_luminance, log_luminance, n, partial,
                                                             partial + blocks);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<1, blocks, 0, stream>>>(partial, partial + blocks, blocks, &range[0], &range[1]);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace tone_mapping
