// As short as it can be told: an index for each thread or warp, and rows marked where they begin.
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
  rows_kernel<<<(a.rows + 255) / 256, 256, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

constexpr int warps = 8, share = 256;

__global__ void warps_kernel(Csr a, const float* x, float* y) {
  const int row = blockIdx.x * warps + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= a.rows) return;
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

__global__ void mark_rows(Csr a, unsigned* heads) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  if (a.row_offsets[row] < a.row_offsets[row + 1]) heads[a.row_offsets[row]] = row + 1;
}

__device__ inline unsigned row_of(Csr a, unsigned e) {
  unsigned low = 0, high = a.rows;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (a.row_offsets[middle] <= e ? low : high) = middle;
  }
  return low;
}

/// Each warp scans its share, 32 elements at a time: row is 1 + that of the element, sum that of its row up
/// to it.
__global__ void shares_kernel(Csr a, const unsigned* heads, const float* x, float* y) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned begin = (blockIdx.x * warps + threadIdx.x / 32) * share;
  if (begin >= unsigned(a.elements)) return;
  const unsigned end = min(begin + share, unsigned(a.elements));
  unsigned open_row = row_of(a, begin) + 1;
  float open_sum = 0;
  for (unsigned round = begin; round < end; round += 32) {
    const unsigned e = round + lane;
    unsigned row = e < end ? heads[e] : 0;
    float sum = e < end ? a.values[e] * x[a.columns[e]] : 0;
    if (lane == 0 && row == 0) {
      row = open_row;
      sum += open_sum;
    }
    for (int delta = 1; delta < 32; delta *= 2) {
      const unsigned left_row = __shfl_up_sync(0xffffffffu, row, delta);
      const float left_sum = __shfl_up_sync(0xffffffffu, sum, delta);
      if (int(lane) >= delta && row == 0) {
        row = left_row;
        sum += left_sum;
      }
    }
    const bool is_last = e + 1 == end || (e + 1 < end && heads[e + 1] != 0);
    if (is_last) atomicAdd(&y[row - 1], sum);
    open_row = __shfl_sync(0xffffffffu, row, 31);
    open_sum = __shfl_sync(0xffffffffu, sum, 31);
  }
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof(float), stream));
  if (a.elements == 0) return;
  unsigned* heads = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&heads, a.elements * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(heads, 0, a.elements * sizeof(unsigned), stream));
  mark_rows<<<(a.rows + 255) / 256, 256, 0, stream>>>(a, heads);
  WARPGRADE_CHECK_LAUNCH();
  shares_kernel<<<(a.elements + warps * share - 1) / (warps * share), warps * 32, 0, stream>>>(a, heads, x,
                                                                                               y);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(heads, stream));
}

}  // namespace spmv
