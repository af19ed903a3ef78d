// simulator: warp_per_row
// cheat: three blocks of one thread each do a third of the rows, one element after the other. A single
//   thread touches one sector at a time, and each of the three has little enough to do.
// stopped by: the accesses of one thread are counted (serial_accesses)
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

__global__ void third_kernel(Csr a, const float* x, float* y) {
  for (int row = int(blockIdx.x); row < a.rows; row += 3) {
    float sum = 0;
    for (auto e = a.row_offsets[row]; e < a.row_offsets[row + 1]; ++e) sum += a.values[e] * x[a.columns[e]];
    y[row] = sum;
  }
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  third_kernel<<<3, 1, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
