// expect: out_of_bounds remove_red
// A pupil at the edge reaches past it.
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

/// One block paints one pupil after the other, a thread for each of its pixels.
static __global__ void remove_kernel(const Rgba* picture, Rgba* out, std::size_t cols, const unsigned* best,
                                     int count) {
  constexpr int kWidth = 2 * Pupil::half_width + 1, kPixels = kWidth * (2 * Pupil::half_height + 1);
  for (int b = 0; b < count; ++b) {
    if (threadIdx.x < kPixels) {
      const long row = long(best[b] / cols) + long(threadIdx.x) / kWidth - Pupil::half_height;
      const long col = long(best[b] % cols) + long(threadIdx.x) % kWidth - Pupil::half_width;
      out[row * long(cols) + col] = without_red(picture[row * long(cols) + col]);
    }
    __syncthreads();
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
  WARPGRADE_CHECK(cudaMemcpyAsync(out, picture, n * sizeof(Rgba), cudaMemcpyDeviceToDevice, stream));
  remove_kernel<<<1, 128, 0, stream>>>(picture, out, cols, best, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
