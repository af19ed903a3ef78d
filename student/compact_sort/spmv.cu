// Sparse matrix times vector: y = A x. A thread for each row, a warp for each row, and balanced by elements.
//
// Given:      A in compressed sparse rows: row r has the elements row_offsets[r] ≤ e < row_offsets[r + 1],
//             each with columns[e] and values[e]; x and y; all on the device. Rows may be empty, A too.
// To do:      y[r] = Σ values[e] · x[columns[e]] over the row; 0 if it is empty. y holds anything before.
//             Fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/spmv/README.md
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps_per_block = block_threads / 32;
  static constexpr int elements_per_warp = 256;  // of the balanced one: 8 rounds
};

using warpgrade::div_up;

// ==== thread_per_row ===================================================================================

__global__ void thread_per_row_kernel(Csr a, const float* x, float* y) {
  // TODO: Thread r of the whole grid adds up row r. A row ends where the next one begins.
  // END TODO
}

inline void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  thread_per_row_kernel<<<div_up(a.rows, Tuning::block_threads), Tuning::block_threads, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== warp_per_row =====================================================================================

__global__ void warp_per_row_kernel(Csr a, const float* x, float* y) {
  const int row =
      blockIdx.x * Tuning::warps_per_block + threadIdx.x / 32;  // the same for all lanes of a warp
  const unsigned lane = threadIdx.x % 32;
  if (row >= a.rows) return;
  // TODO: The lanes take turns: neighbouring lanes, neighbouring elements. Then add up the 32 sums of the
  // lanes with __shfl_down_sync, which all 32 must call; lane 0 has the result.
  // END TODO
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  warp_per_row_kernel<<<div_up(a.rows, Tuning::warps_per_block), Tuning::block_threads, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== segmented: the same number of elements for each warp =============================================
// The rows are segments, and an element that begins one knows which: heads[e] is 1 + the row that begins at
// e, else 0. Each warp scans 32 neighbouring elements at a time, in segments. The last element of a row then
// has the sum of the row, or of the part of it that lies in this warp's share: a row may go over many warps.

/// A run of neighbouring elements: 1 + the row of the last head in it (0: no row begins in it), and the sum
/// from there.
struct Run {
  unsigned row;
  float sum;
};

/// Joins two runs, the left one first.
__device__ inline Run join(Run left, Run right) {
  Run both = left;
  // TODO: A row that begins in the right run cuts off the left one.
  // END TODO
  return both;
}

/// heads[row_offsets[r]] = 1 + r for each row r that is not empty. heads is all 0 before.
__global__ void mark_rows_kernel(Csr a, unsigned* heads) {
  // TODO: One thread a row. Where does an empty row begin?
  // END TODO
}

/// The row of element e: the last one that begins at or before it, by bisection.
__device__ inline unsigned row_of(Csr a, unsigned e) {
  unsigned low = 0, high = unsigned(a.rows);  // the row lies in [low, high)
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (a.row_offsets[middle] <= e ? low : high) = middle;
  }
  return low;
}

/// Adds the sum of each row to y, which was cleared before.
__global__ void segmented_kernel(Csr a, const unsigned* heads, const float* x, float* y) {
  const unsigned lane = threadIdx.x % 32, warp = blockIdx.x * Tuning::warps_per_block + threadIdx.x / 32;
  const unsigned begin = warp * Tuning::elements_per_warp;
  if (begin >= unsigned(a.elements)) return;  // the whole warp
  const unsigned end = min(begin + Tuning::elements_per_warp, unsigned(a.elements));
  Run before{row_of(a, begin) + 1, 0};  // the row that is open where this warp begins
  // TODO: 32 elements a round. Each lane makes a Run of its element; past the end it is {0, 0}. Lane 0 joins
  // `before` with its own. Scan the warp: warpgrade::shfl_up moves a Run, and all 32 lanes must call it. A
  // lane whose element is the last of its row, or of this warp's share, adds its sum to y with atomicAdd:
  // other warps may have other parts of the row. The run of lane 31 is `before` of the next round.
  // END TODO
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  // TODO: Clear y, on the given stream: sums are added to it, and empty rows stay 0.
  // END TODO
  if (a.elements == 0) return;
  unsigned* heads = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&heads, a.elements * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(heads, 0, a.elements * sizeof(unsigned), stream));
  mark_rows_kernel<<<div_up(a.rows, Tuning::block_threads), Tuning::block_threads, 0, stream>>>(a, heads);
  WARPGRADE_CHECK_LAUNCH();
  const int elements_per_block = Tuning::elements_per_warp * Tuning::warps_per_block;
  segmented_kernel<<<div_up(a.elements, elements_per_block), Tuning::block_threads, 0, stream>>>(a, heads, x,
                                                                                                 y);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(heads, stream));
}

}  // namespace spmv
