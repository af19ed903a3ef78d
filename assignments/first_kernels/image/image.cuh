// Image: two indices, row and column.
#pragma once

#include <cuda_runtime.h>

namespace image {

// A picture of `height` rows with `width` pixels each, row by row: pixel (row, column) is number row * width
// + column. Any width, height >= 0. The arrays lie on the device. Inputs are not changed. The results are
// complete when the work on `stream` is.

/// Task write: rgb holds red, green, blue of pixel 0, then of pixel 1, and so on. out holds one byte for each
/// pixel, (77 * red + 150 * green + 29 * blue) / 256.
void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream);

/// Task repair: out is the picture in a mirror, left and right exchanged. One byte for each pixel.
void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream);

}  // namespace image
