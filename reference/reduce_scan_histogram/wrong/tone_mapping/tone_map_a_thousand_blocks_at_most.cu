// expect: wrong_answer tone_map
// At most 1024 blocks of 256 pixels: those from 262,144 on stay as they were.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "right_stages.cuh"
#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr int kThreads = 256;

/// One thread for each pixel.
static __global__ void map_kernel(const float* log_luminance, const float* x, const float* y,
                                  const float* range, const unsigned* cdf, Rgba* picture, std::size_t n,
                                  int bins) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(log_luminance[i], range[0], range[1], bins);
  picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin], n));
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  const std::size_t n = rows * cols;
  tone_mapping::range(log_luminance, range, rows, cols, stream);
  distribution(log_luminance, range, histogram, cdf, rows, cols, bins, stream);
  const auto blocks = unsigned(std::min<std::size_t>((n + kThreads - 1) / kThreads, 1024));
  map_kernel<<<blocks, kThreads, 0, stream>>>(log_luminance, x, y, range, cdf, picture, n, bins);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
