// simulator: remove_red
// cheat: one thread finds the best pixels, in a heap of its own, and removes all red; the others only copy
//   the picture.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

__global__ void copy_kernel(const Rgba* picture, Rgba* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = picture[i];
}

__global__ void one_thread_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out,
                               unsigned rows, unsigned cols, int count) {
  unsigned long long heap[4096];  // the best so far, the least of them first
  int size = 0;
  const auto sift = [&](int at) {
    const unsigned long long moved = heap[at];
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1] < heap[child]) ++child;
      if (moved <= heap[child]) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
  };
  for (unsigned i = 0; i < rows * cols; ++i) {
    const unsigned long long key = (static_cast<unsigned long long>(key_of(scores[i])) << 32) | i;
    if (size < count) {
      int at = size++;
      heap[at] = key;
      while (at > 0 && heap[at] < heap[(at - 1) / 2]) {
        const unsigned long long up = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = heap[at];
        heap[at] = up;
        at = (at - 1) / 2;
      }
    } else if (key > heap[0]) {
      heap[0] = key;
      sift(0);
    }
  }
  for (int k = 0; k < count; ++k) {
    const unsigned p = unsigned(heap[0]);
    best[k] = p;
    heap[0] = heap[--size];
    if (size > 0) sift(0);
    const long row = p / cols, col = p % cols;
    for (long y = row - Pupil::half_height; y <= row + Pupil::half_height; ++y)
      for (long x = col - Pupil::half_width; x <= col + Pupil::half_width; ++x)
        if (y >= 0 && x >= 0 && y < long(rows) && x < long(cols)) {
          const Rgba pixel = picture[y * cols + x];
          out[y * cols + x] = without_red(pixel);
        }
  }
}

void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream) {
  const unsigned n = unsigned(rows * cols);
  copy_kernel<<<(n + 255) / 256, 256, 0, stream>>>(picture, out, n);
  one_thread_red<<<1, 1, 0, stream>>>(scores, picture, best, out, unsigned(rows), unsigned(cols), count);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace red_eye
