#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

constexpr int kThreads = 1024, kItems = 4, kTile = kThreads * kItems;

__global__ void begin_rows(Csr a, int* row_at, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  y[row] = 0;
  if (a.row_offsets[row] != a.row_offsets[row + 1]) row_at[a.row_offsets[row]] = row;
}

__device__ inline int row_of(const Csr& a, int element) {
  int low = 0, high = a.rows;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (a.row_offsets[middle] <= unsigned(element) ? low : high) = middle;
  }
  return low;
}

/// row_at: the row that begins at an element, or -1.
__global__ void scan_tiles(Csr a, const int* row_at, const float* x, float* y) {
  __shared__ int rows[kTile];
  __shared__ float sums[kTile];
  const int begin = blockIdx.x * kTile;
  int row[kItems];
  float sum[kItems];
  for (int k = 0; k < kItems; ++k) {
    const int e = begin + k * kThreads + threadIdx.x;
    row[k] = e < a.elements ? row_at[e] : -1;
    sum[k] = e < a.elements ? a.values[e] * x[a.columns[e]] : 0;
  }
  for (int stride = 1; stride < kTile; stride *= 2) {
    for (int k = 0; k < kItems; ++k) {
      rows[k * kThreads + threadIdx.x] = row[k];
      sums[k * kThreads + threadIdx.x] = sum[k];
    }
    __syncthreads();
    for (int k = 0; k < kItems; ++k) {
      const int left = k * kThreads + int(threadIdx.x) - stride;
      if (left < 0 || row[k] >= 0) continue;
      row[k] = rows[left];
      sum[k] += sums[left];
    }
    __syncthreads();
  }
  for (int k = 0; k < kItems; ++k) {
    const int t = k * kThreads + threadIdx.x, e = begin + t;
    if (e >= a.elements) return;
    if (e + 1 == a.elements || (t + 1 < kTile && row_at[e + 1] >= 0))
      atomicAdd(&y[row[k] >= 0 ? row[k] : row_of(a, begin)], sum[k]);
    else if (t + 1 == kTile)
      atomicAdd(&y[row_of(a, begin + kTile)], sum[k]);
  }
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  const int tiles = (a.elements + kTile - 1) / kTile;
  int* row_at;
  WARPGRADE_CHECK(cudaMallocAsync(&row_at, (a.elements + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(row_at, 0xff, (a.elements + 1) * sizeof(int), stream));
  begin_rows<<<(a.rows + 255) / 256, 256, 0, stream>>>(a, row_at, y);
  WARPGRADE_CHECK_LAUNCH();
  if (tiles > 0) scan_tiles<<<tiles, kThreads, 0, stream>>>(a, row_at, x, y);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(row_at, stream));
}

}  // namespace spmv
