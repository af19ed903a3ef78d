// Right in another style: the balanced one scans a tile of a block in shared memory by doubling strides, and
// adds what a tile has of a row of the tiles before in a second, small kernel. warp_per_row has blocks of 32
// × 4 threads, and adds up by butterflies.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

// ==== A thread, a warp for each row ====================================================================

__global__ void one_row(Csr a, const float* x, float* y) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= unsigned(a.rows)) return;
  float sum = 0;
  for (unsigned e = a.row_offsets[row], end = a.row_offsets[row + 1]; e != end; ++e)
    sum += __ldg(&a.values[e]) * __ldg(&x[a.columns[e]]);
  y[row] = sum;
}

inline void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows > 0) one_row<<<(a.rows + 1023) / 1024, 1024, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void row_of_a_warp(Csr a, const float* x, float* y) {
  const unsigned row = blockIdx.x * blockDim.y + threadIdx.y;
  const bool exists = row < unsigned(a.rows);
  float sum = 0;
  if (exists)
    for (unsigned e = a.row_offsets[row] + threadIdx.x; e < a.row_offsets[row + 1]; e += 32)
      sum += a.values[e] * x[a.columns[e]];
  for (int bit = 1; bit < 32; bit *= 2) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  if (exists && threadIdx.x == 0) y[row] = sum;
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows > 0) row_of_a_warp<<<(a.rows + 3) / 4, dim3(32, 4), 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== Balanced =========================================================================================

constexpr int kTile = 512;

__global__ void begin_rows(Csr a, int* row_at, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  y[row] = 0;
  if (a.row_offsets[row] != a.row_offsets[row + 1]) row_at[a.row_offsets[row]] = row;
}

/// Scans the tile in segments: row is that of the element, or -1 where it began in a tile before. The last
/// element of a row, or of the tile, has the sum of what lies in the tile: y gets it if the row began here,
/// else head_sum.
__global__ void scan_tiles(Csr a, const int* row_at, const float* x, float* y, float* head_sum) {
  __shared__ int rows[kTile];
  __shared__ float sums[kTile];
  const int t = threadIdx.x, e = blockIdx.x * kTile + t;
  int row = e < a.elements ? row_at[e] : -1;
  float sum = e < a.elements ? a.values[e] * x[a.columns[e]] : 0;
  for (int stride = 1; stride < kTile; stride *= 2) {
    rows[t] = row;
    sums[t] = sum;
    __syncthreads();
    if (t >= stride && row < 0) {
      row = rows[t - stride];
      sum += sums[t - stride];
    }
    __syncthreads();
  }
  if (e >= a.elements) return;
  const bool is_last = t == kTile - 1 || e + 1 == a.elements || row_at[e + 1] >= 0;
  if (is_last) (row >= 0 ? y[row] : head_sum[blockIdx.x]) = sum;
}

/// One thread for each tile that begins within a row: adds what the tile has of it.
__global__ void add_heads(Csr a, const int* row_at, int tiles, const float* head_sum, float* y) {
  const int tile = blockIdx.x * blockDim.x + threadIdx.x;
  if (tile >= tiles || row_at[tile * kTile] >= 0) return;
  int low = 0, high = a.rows;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (a.row_offsets[middle] <= unsigned(tile) * kTile ? low : high) = middle;
  }
  atomicAdd(&y[low], head_sum[tile]);
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  const int tiles = (a.elements + kTile - 1) / kTile;
  int* row_at;
  float* head_sum;
  WARPGRADE_CHECK(cudaMallocAsync(&row_at, (a.elements + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&head_sum, (tiles + 1) * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(row_at, 0xff, (a.elements + 1) * sizeof(int), stream));
  begin_rows<<<(a.rows + 255) / 256, 256, 0, stream>>>(a, row_at, y);
  WARPGRADE_CHECK_LAUNCH();
  if (tiles > 0) {
    scan_tiles<<<tiles, kTile, 0, stream>>>(a, row_at, x, y, head_sum);
    WARPGRADE_CHECK_LAUNCH();
    add_heads<<<(tiles + 255) / 256, 256, 0, stream>>>(a, row_at, tiles, head_sum, y);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(row_at, stream));
  WARPGRADE_CHECK(cudaFreeAsync(head_sum, stream));
}

}  // namespace spmv
