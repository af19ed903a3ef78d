// Norms: each row of a matrix, scaled by what all of its elements are together.
#pragma once

#include <cstddef>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace norms {

// in is a matrix of rows * columns halves, row-major: row r begins at in + r * pitch, pitch >= columns, and
// what lies between two rows belongs to nobody. out is dense: row r begins at out + r * columns. weight and
// bias have a half for each column. rows and columns may be 0; there may be more than 65,535 rows. The
// arrays are device pointers, multiples of 16 bytes, which do not overlap; only out is changed. epsilon > 0.
// The result is complete when the work on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on
// `stream`.
//
// Sums are float, or better: in half precision they overflow at 65,504, and from 2,048 on lose what is small.
// A result may be off by four roundings to half; the handout says of what.

/// out[r][c] = in[r][c] / sqrt(mean of the row's in² + epsilon) * weight[c] (Zhang & Sennrich, 2019).
void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream);

/// out[r][c] = (in[r][c] - mean) / sqrt(variance + epsilon) * weight[c] + bias[c] (Ba, Kiros & Hinton, 2016).
/// Mean and variance are those of the row; the variance is that of a population, the mean of (in - mean)².
void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream);

}  // namespace norms
