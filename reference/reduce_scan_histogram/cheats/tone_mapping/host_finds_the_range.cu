// simulator: range
// cheat: the host looks for the least and the greatest, and passes them to a kernel that writes them.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "on_the_host.cuh"
#include "tone_mapping.cuh"

namespace tone_mapping {

__global__ void write_kernel(float* range, float lowest, float highest) {
  range[threadIdx.x] = threadIdx.x == 0 ? lowest : highest;
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const std::vector<float> all = on_the_host::download(log_luminance, rows * cols, stream);
  const auto [lowest, highest] = std::minmax_element(all.begin(), all.end());
  write_kernel<<<1, 2, 0, stream>>>(range, *lowest, *highest);
  WARPGRADE_CHECK_LAUNCH();
}

void distribution(const float*, const float*, unsigned*, unsigned*, std::size_t, std::size_t, int,
                  cudaStream_t) {}
void tone_map(const float*, const float*, const float*, float*, unsigned*, unsigned*, Rgba*, std::size_t,
              std::size_t, int, cudaStream_t) {}

}  // namespace tone_mapping
