// Recurrences over time: a scan of each row of a matrix, and the state-space recurrence that it computes.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace selective_scan {

// one_block and chunks: out[r * columns + c] = in[r * pitch] op … op in[r * pitch + c], for each row r and
// each column c. Row r of in begins at in + r * pitch, pitch >= columns; what lies between the end of a row
// and the next one belongs to nobody. out is dense. op is associative and need not be commutative.
//
// All: pointers are to device memory, the inputs are not changed and do not overlap the output, rows or
// columns (channels or steps) may be 0. The result is complete when the work on `stream` is. Scratch memory:
// cudaMallocAsync / cudaFreeAsync on `stream`.

/// One block for each row: up to 70,000 rows of any length, tile by tile with a carry. Each element is read
/// once.
template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream);

/// Several blocks for each row: at most 16 rows, of any length.
template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream);

/// A channel c is a row, a step t a column; delta, x and y are channels × steps and dense, A is [channels], B
/// and C are [steps], delta > 0 and A < 0:
///
///   h[c][t] = exp(delta[c][t] * A[c]) * h[c][t-1] + delta[c][t] * B[t] * x[c][t],  h[c][-1] = 0
///   y[c][t] = C[t] * h[c][t]
///
/// Up to 70,000 channels, any number of steps. delta and x are read once; only y is written.
void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream);

}  // namespace selective_scan
