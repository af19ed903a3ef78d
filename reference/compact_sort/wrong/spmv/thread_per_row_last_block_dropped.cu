// expect: wrong_answer thread_per_row
// Rounds the number of blocks down: the last rows are not computed.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

__global__ void rows_kernel(Csr a, const float* x, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  float sum = 0;
  for (unsigned e = a.row_offsets[row]; e < a.row_offsets[row + 1]; ++e) sum += a.values[e] * x[a.columns[e]];
  y[row] = sum;
}

inline void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  const int blocks = a.rows < 256 ? 1 : a.rows / 256;
  rows_kernel<<<blocks, 256, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
