// expect: host_device_mixup tone_map
// The host reads the range, which lies on the device.
#include <warpgrade/student.cuh>

#include "right_stages.cuh"
#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr int kThreads = 256;

/// One thread for each pixel.
static __global__ void map_kernel(const float* log_luminance, const float* x, const float* y, float lowest,
                                  float highest, const unsigned* cdf, Rgba* picture, std::size_t n,
                                  int bins) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(log_luminance[i], lowest, highest, bins);
  picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin], n));
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  tone_mapping::range(log_luminance, range, rows, cols, stream);
  distribution(log_luminance, range, histogram, cdf, rows, cols, bins, stream);
  const float lowest = range[0], highest = range[1];
  map_kernel<<<blocks, kThreads, 0, stream>>>(log_luminance, x, y, lowest, highest, cdf, picture, n, bins);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
