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
