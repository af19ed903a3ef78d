// expect: race warp_per_row
// Adds up in shared memory without __syncwarp(), "a warp runs in lockstep": it does not since Volta.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

constexpr int warps = 8;

__global__ void warps_kernel(Csr a, const float* x, float* y) {
  const int row = blockIdx.x * warps + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= a.rows) return;
  float sum = 0;
  for (unsigned e = a.row_offsets[row] + lane; e < a.row_offsets[row + 1]; e += 32)
    sum += a.values[e] * x[a.columns[e]];
  __shared__ float sums[warps * 32];
  float* mine = sums + threadIdx.x;
  *mine = sum;
  for (int delta = 16; delta > 0; delta /= 2)
    if (int(lane) < delta) *mine += mine[delta];
  if (lane == 0) y[row] = *mine;
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  warps_kernel<<<(a.rows + warps - 1) / warps, warps * 32, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
