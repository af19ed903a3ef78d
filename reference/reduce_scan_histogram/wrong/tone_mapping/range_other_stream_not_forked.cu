// expect: uninitialized_read range
// line: least_mine = fminf(least_mine, low_in[i]);
// The second launch goes to another stream, which does not wait for the first launch.
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

// ==== range: two reduces in one ==========================================================================

/// least[b], greatest[b]: over all that block b reads, which is the least of low_in and the greatest of
/// high_in.
static __global__ void range_kernel(const float* low_in, const float* high_in, std::size_t n, float* least,
                                    float* greatest) {
  __shared__ float low[Tuning::block_threads], high[Tuning::block_threads];
  const int t = threadIdx.x;
  float least_mine = INFINITY, greatest_mine = -INFINITY;
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + t; i < n; i += step) {
    least_mine = fminf(least_mine, low_in[i]);
    greatest_mine = fmaxf(greatest_mine, high_in[i]);
  }
  low[t] = least_mine;
  high[t] = greatest_mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) {
      low[t] = fminf(low[t], low[t + half]);
      high[t] = fmaxf(high[t], high[t + half]);
    }
    __syncthreads();
  }
  if (t == 0) {
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
  cudaStream_t helper;
  cudaEvent_t done;
  WARPGRADE_CHECK(cudaStreamCreateWithFlags(&helper, cudaStreamNonBlocking));
  WARPGRADE_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  range_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(log_luminance, log_luminance, n, partial,
                                                             partial + blocks);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<1, Tuning::block_threads, 0, helper>>>(partial, partial + blocks, blocks, range, range + 1);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaEventRecord(done, helper));
  WARPGRADE_CHECK(cudaStreamWaitEvent(stream, done, 0));  // join
  WARPGRADE_CHECK(cudaEventDestroy(done));
  WARPGRADE_CHECK(cudaStreamDestroy(helper));
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace tone_mapping
