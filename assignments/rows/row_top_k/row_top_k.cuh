// Row top k: the greatest elements of each row of a matrix, and where they stand.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace row_top_k {

// `in` is a matrix of floats on the device: element (row, column) is in[row * pitch + column], and pitch >=
// columns. What lies between the end of a row and the begin of the next is no element: don't read it. rows
// and columns may be 0; there are up to 70,000 rows, and up to 131,072 columns. Infinities are elements like
// others, and no element is NaN. The outputs do not overlap `in`, which is not changed. They are complete
// when the work on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.
//
// The order: the greater element comes first, of equal ones the one with the lower column. -0.0 and 0.0 are
// equal. A value is that of the element at the column beside it, bit for bit: a zero keeps its sign.

/// The first element of each row in this order: value[row] and column[row]. Without columns: −∞ and -1.
void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream);

/// The first k elements of each row, 1 <= k <= 64, in this order: values[row * k + i] and columns_out[row * k
/// + i]. Where the row has fewer than k elements, the rest is −∞ and -1.
void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream);

}  // namespace row_top_k
