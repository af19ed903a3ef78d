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

static __global__ void range_kernel(const float* log_luminance, std::size_t n, int* range) {
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  for (std::size_t i = thread; i < n; i += gridDim.x * std::size_t(blockDim.x)) {
    const int bits = __float_as_int(log_luminance[i]);
    atomicMin(&range[0], bits);
    atomicMax(&range[1], bits);
  }
}

static __global__ void start_kernel(const float* log_luminance, float* range) {
  range[threadIdx.x] = log_luminance[0];
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const std::size_t n = rows * cols;
  start_kernel<<<1, 2, 0, stream>>>(log_luminance, range);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(log_luminance, n,
                                                                    reinterpret_cast<int*>(range));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
