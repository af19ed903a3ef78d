// expect: too_much_work thread_per_row
// Right, but adds up in y: each element costs a read and a write of memory more than a register does.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

__global__ void rows_kernel(Csr a, const float* x, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  y[row] = 0;
  for (unsigned e = a.row_offsets[row]; e < a.row_offsets[row + 1]; ++e)
    y[row] += a.values[e] * x[a.columns[e]];
}

inline void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  rows_kernel<<<(a.rows + 255) / 256, 256, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
