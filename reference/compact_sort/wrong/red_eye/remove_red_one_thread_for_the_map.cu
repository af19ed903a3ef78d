// expect: too_much_work remove_red
// Right, but one thread goes over all pixels.
#include <warpgrade/student.cuh>

#include "red_eye.cuh"
#include "right_sort.cuh"

namespace red_eye {

constexpr int kThreads = 256;

/// Each pixel's key, and its own index as its position.
static __global__ void key_kernel(const float* scores, std::size_t n, unsigned* keys, unsigned* positions) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  keys[i] = key_of(scores[i]);
  positions[i] = static_cast<unsigned>(i);
}

static __global__ void remove_kernel(const Rgba* picture, Rgba* out, std::size_t n, std::size_t cols,
                                     const unsigned* best, int count) {
  for (std::size_t i = 0; i < n; ++i) {
    bool red = false;
    for (int b = 0; b < count && !red; ++b) red = is_near(i, best[b], cols);
    out[i] = red ? without_red(picture[i]) : picture[i];
  }
}

void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const unsigned blocks = div_up(n, kThreads);
  unsigned* scratch = nullptr;  // [4][n]: keys and positions, before and after
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  unsigned *keys = scratch, *positions = scratch + n, *sorted_keys = scratch + 2 * n,
           *sorted = scratch + 3 * n;
  key_kernel<<<blocks, kThreads, 0, stream>>>(scores, n, keys, positions);
  WARPGRADE_CHECK_LAUNCH();
  sort_by_score(keys, positions, sorted_keys, sorted, n, stream);
  WARPGRADE_CHECK(
      cudaMemcpyAsync(best, sorted + n - count, count * sizeof(unsigned), cudaMemcpyDeviceToDevice, stream));
  remove_kernel<<<1, 1, 0, stream>>>(picture, out, n, cols, best, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
