// EXERCISE: a filter for pictures.
#pragma once

#include <cuda_runtime.h>

#include "pixel.cuh"

namespace EXERCISE {

// A picture of `height` rows with `width` pixels each, row by row: pixel (row, column) is number row * width
// + column. in and out lie on the device and do not overlap; in is not changed. The result is complete when
// the work on `stream` is.

// AUTHOR: what the task computes
/// Any width, height >= 0. Red, green and blue of a pixel become the mean of the nine pixels around it and
/// itself, rounded down; alpha stays. At an edge the nearest pixel of the picture stands for those that are
/// not there.
void filter(const Pixel* in, Pixel* out, int width, int height, cudaStream_t stream);

}  // namespace EXERCISE
