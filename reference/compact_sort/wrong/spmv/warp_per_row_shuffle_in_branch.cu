// expect: barrier_divergence warp_per_row
// Lanes that have no element leave before the shuffles, which name all 32.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

constexpr int warps = 8;

__global__ void warps_kernel(Csr a, const float* x, float* y) {
  const int row = blockIdx.x * warps + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= a.rows) return;
  if (a.row_offsets[row] + lane >= a.row_offsets[row + 1] && lane > 0) return;
  float sum = 0;
  for (unsigned e = a.row_offsets[row] + lane; e < a.row_offsets[row + 1]; e += 32)
    sum += a.values[e] * x[a.columns[e]];
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffffu, sum, delta);
  if (lane == 0) y[row] = sum;
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  warps_kernel<<<(a.rows + warps - 1) / warps, warps * 32, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
