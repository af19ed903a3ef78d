// Sparse matrix times vector: y = A x, the matrix in compressed sparse rows.
#pragma once

#include <cuda_runtime.h>

namespace spmv {

/// A matrix in compressed sparse row form (CSR). The elements of row r are those from row_offsets[r] up to,
/// but without, row_offsets[r + 1]: values[e] stands in column columns[e]. Rows may be empty. All arrays are
/// on the device.
struct Csr {
  int rows, elements;           // either may be 0
  const unsigned* row_offsets;  // [rows + 1]
  const unsigned* columns;      // [elements]
  const float* values;          // [elements]
};

// y[r] = Σ values[e] · x[columns[e]] over the elements e of row r; 0 if the row is empty. Nothing but y is
// changed, and y holds nothing useful before. The result is complete when the work on `stream` is. Scratch
// memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// One thread for each row (Bell & Garland, 2009: "scalar CSR").
void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream);

/// One warp for each row (Bell & Garland, 2009: "vector CSR").
void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream);

/// The same number of elements for each warp, however long the rows are: a segmented reduction, whose
/// segments are the rows (Blelloch, Heroux & Zagha, 1993).
void segmented(Csr a, const float* x, float* y, cudaStream_t stream);

}  // namespace spmv
