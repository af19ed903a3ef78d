// simulator: tone_map
// cheat: range and distribution are the host's, only the last stage, one thread for each pixel, is a
//   kernel's.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "on_the_host.cuh"
#include "tone_mapping.cuh"

namespace tone_mapping {

void range(const float*, float*, std::size_t, std::size_t, cudaStream_t) {}
void distribution(const float*, const float*, unsigned*, unsigned*, std::size_t, std::size_t, int,
                  cudaStream_t) {}

__global__ void map_kernel(const float* log_luminance, const float* x, const float* y, const float* range,
                           const unsigned* cdf, Rgba* picture, std::size_t pixels, int bins) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  const int bin = bin_of(log_luminance[i], range[0], range[1], bins);
  picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin], pixels));
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  const std::size_t pixels = rows * cols;
  const std::vector<float> all = on_the_host::download(log_luminance, pixels, stream);
  const auto [lowest, highest] = std::minmax_element(all.begin(), all.end());
  std::vector<unsigned> counts(bins), darker(bins);
  for (float value : all) ++counts[bin_of(value, *lowest, *highest, bins)];
  for (int b = 1; b < bins; ++b) darker[b] = darker[b - 1] + counts[b - 1];
  on_the_host::upload(std::vector<float>{*lowest, *highest}, range, stream);
  on_the_host::upload(counts, histogram, stream);
  on_the_host::upload(darker, cdf, stream);
  map_kernel<<<unsigned(pixels / 256 + 1), 256, 0, stream>>>(log_luminance, x, y, range, cdf, picture, pixels,
                                                             bins);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
