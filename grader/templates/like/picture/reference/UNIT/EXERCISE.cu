// EXERCISE: a filter for pictures.
//
// Given:      device pointers to the pixels of a picture, row by row; width and height may be 0.
// To do:      fill the block from TODO to END TODO. Everything else works.
// Story, figures and common mistakes: assignments/UNIT/EXERCISE/README.md
#include <warpgrade/student.cuh>

#include "EXERCISE.cuh"

namespace EXERCISE {

constexpr int kBlockSide = 16;  // a block has 16 * 16 threads

/// Blocks for so many rows or columns: rounded up.
inline int blocks_for(int length) { return (length + kBlockSide - 1) / kBlockSide; }

// ==== filter: the mean of the neighbours ===============================================================

__global__ void filter_kernel(const Pixel* in, Pixel* out, int width, int height) {
  // TODO: Compute this thread's column (from x) and row (from y). A thread without a pixel does nothing. Then
  // add up the pixel and its neighbours, each from a row and a column that the picture has; divide by nine.
  // AUTHOR: the solution; student/UNIT/EXERCISE.cu is the same file without it
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  int red = 0, green = 0, blue = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = column - 1; x <= column + 1; ++x) {
      const int near_row = min(max(y, 0), height - 1), near_column = min(max(x, 0), width - 1);
      const Pixel pixel = in[near_row * width + near_column];
      red += pixel.red;
      green += pixel.green;
      blue += pixel.blue;
    }
  const int here = row * width + column;
  out[here] = {std::uint8_t(red / 9), std::uint8_t(green / 9), std::uint8_t(blue / 9), in[here].alpha};
  // END TODO
}

void filter(const Pixel* in, Pixel* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;  // a launch of 0 blocks is an error
  const dim3 block(kBlockSide, kBlockSide);
  const dim3 grid(blocks_for(width), blocks_for(height));  // x: columns, y: rows
  filter_kernel<<<grid, block, 0, stream>>>(in, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace EXERCISE
