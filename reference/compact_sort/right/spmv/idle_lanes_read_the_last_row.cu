// Right, and plain: blocks of 1024 threads, those without a row add up the last one again, and the end of a
// row is read again for each element; eight lanes for each row; eight neighbouring elements for each thread.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

__global__ void row_kernel(Csr a, const float* x, float* y) {
  const int mine = blockIdx.x * blockDim.x + threadIdx.x, row = min(mine, a.rows - 1);
  float sum = 0;
  for (unsigned e = a.row_offsets[row]; e < *(const volatile unsigned*)&a.row_offsets[row + 1]; ++e)
    sum += a.values[e] * x[a.columns[e]];
  if (mine < a.rows) y[row] = sum;
}

inline void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  row_kernel<<<(a.rows + 1023) / 1024, 1024, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

/// Eight lanes for each row: a warp has four.
__global__ void lanes_kernel(Csr a, const float* x, float* y) {
  const int mine = (blockIdx.x * blockDim.x + threadIdx.x) / 8, row = min(mine, a.rows - 1);
  float sum = 0;
  for (unsigned e = a.row_offsets[row] + threadIdx.x % 8; e < a.row_offsets[row + 1]; e += 8)
    sum += a.values[e] * x[a.columns[e]];
  for (int bit = 1; bit < 8; bit *= 2) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  if (mine < a.rows && threadIdx.x % 8 == 0) y[row] = sum;
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  lanes_kernel<<<(a.rows + 127) / 128, 1024, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== Eight elements a thread, an atomic where a row or they end =======================================

__device__ inline int row_of(const Csr& a, unsigned element) {
  int low = 0, high = a.rows;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (a.row_offsets[middle] <= element ? low : high) = middle;
  }
  return low;
}

__global__ void shares_kernel(Csr a, const float* x, float* y) {
  const unsigned begin = (blockIdx.x * blockDim.x + threadIdx.x) * 8,
                 end = min(begin + 8, unsigned(a.elements));
  int row = -1;
  float sum = 0;
  for (unsigned e = begin; e < end; ++e) {
    if (row < 0 || e == a.row_offsets[row + 1]) {
      if (row >= 0) atomicAdd(&y[row], sum);
      row = row_of(a, e);
      sum = 0;
    }
    sum += a.values[e] * x[a.columns[e]];
  }
  if (row >= 0) atomicAdd(&y[row], sum);
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  WARPGRADE_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof(float), stream));
  if (a.elements > 0) shares_kernel<<<(a.elements + 2047) / 2048, 256, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
