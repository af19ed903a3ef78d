// expect: wrong_answer remove_red
// `count` bytes are copied, and not `count` positions.
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

/// One thread for each pixel: each pixel has one writer, though the pupils around the best pixels overlap.
static __global__ void remove_kernel(const Rgba* picture, Rgba* out, std::size_t n, std::size_t cols,
                                     const unsigned* best, int count) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  bool red = false;
  for (int b = 0; b < count && !red; ++b) red = is_near(i, best[b], cols);
  out[i] = red ? without_red(picture[i]) : picture[i];
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
  WARPGRADE_CHECK(cudaMemcpyAsync(best, sorted + n - count, count, cudaMemcpyDeviceToDevice, stream));
  remove_kernel<<<blocks, kThreads, 0, stream>>>(picture, out, n, cols, best, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
