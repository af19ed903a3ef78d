// Sparse matrix times vector, fast: rows and elements are divided together (Merrill & Garland, Merge-based
// Parallel Sparse Matrix-Vector Multiplication, 2016). Runs on every card.
// tasks: segmented
//
// A share of rows may hold all elements, and a share of elements may touch as many empty rows as there are.
// So both count as work: the ends of rows and the elements are merged into one path, in which a row's end
// comes after its elements, and each tile has as many steps of it. How many rows lie before a step says a
// search.
//
//   partition   one thread for each tile: the search. It also clears y
//   multiply    one block for each tile: products into shared memory, coalesced; then each thread walks its
//   part
//               of the path, adds products up, and leaves a sum at each row's end
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

struct Tuning {
  static constexpr int threads = 128;
  static constexpr int steps = 11;  // of each thread. Odd: no bank conflicts
  static constexpr int tile = threads * steps;
};

/// How many row ends lie before the step `diagonal` of the path: row r ends before element e if ends[r] <= e.
__device__ inline unsigned rows_before(const unsigned* ends, unsigned rows, unsigned elements,
                                       unsigned diagonal) {
  unsigned low = diagonal > elements ? diagonal - elements : 0, high = min(diagonal, rows);
  while (low < high) {
    const unsigned row = (low + high) / 2;
    if (ends[row] <= diagonal - row - 1)
      low = row + 1;
    else
      high = row;
  }
  return low;
}

/// tile_rows[t]: the row in which tile t begins, for t up to tile_count.
static __global__ void partition_kernel(Csr a, unsigned tile_count, unsigned* tile_rows, float* y) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, length = a.rows + a.elements;
  if (thread <= tile_count)
    tile_rows[thread] =
        rows_before(a.row_offsets + 1, a.rows, a.elements, min(thread * Tuning::tile, length));
  for (unsigned row = thread; row < a.rows; row += gridDim.x * blockDim.x) y[row] = 0;
}

static __global__ void __launch_bounds__(Tuning::threads)
    multiply_kernel(Csr a, const float* x, float* y, const unsigned* tile_rows) {
  __shared__ unsigned ends[Tuning::tile + 1];  // of the tile's rows, counted from its first element
  __shared__ float products[Tuning::tile];
  __shared__ float sums[Tuning::tile + 1];  // of each row, as far as it lies in the tile
  const int lane = threadIdx.x % 32;

  // ---- Load: rows that end in this tile, and one that may go on; elements times x
  const unsigned begin = blockIdx.x * Tuning::tile, end = min(begin + Tuning::tile, a.rows + a.elements);
  const unsigned first_row = tile_rows[blockIdx.x], rows = tile_rows[blockIdx.x + 1] - first_row;
  const unsigned first_element = begin - first_row, elements = end - begin - rows;
  for (unsigned i = threadIdx.x; i < elements; i += Tuning::threads)
    products[i] = a.values[first_element + i] * __ldg(&x[a.columns[first_element + i]]);
  for (unsigned i = threadIdx.x; i <= rows; i += Tuning::threads) {
    const bool ends_here = i < rows;
    ends[i] = ends_here ? a.row_offsets[first_row + i + 1] - first_element : elements;
    if (!ends_here) sums[i] = 0;
  }
  __syncthreads();

  // ---- Walk: each thread its steps. A row's end is one thread's: it leaves what it has of the row
  const unsigned step = min(threadIdx.x * Tuning::steps, rows + elements);
  const unsigned steps_end = min(step + Tuning::steps, rows + elements);
  unsigned row = rows_before(ends, rows, elements, step), element = step - row;
  float sum = 0;
  for (unsigned s = step; s < steps_end; ++s) {
    if (row == rows || element < ends[row]) {
      sum += products[element++];
    } else {
      sums[row++] = sum;
      sum = 0;
    }
  }
  __syncthreads();

  // ---- Add what threads have of rows that end further on. Lanes of one row first: it may be a long one
  for (int delta = 1; delta < 32; delta *= 2) {
    const float right = warpgrade::shfl_down(sum, delta);
    const unsigned right_row = warpgrade::shfl_down(row, delta);
    if (lane + delta < 32 && right_row == row) sum += right;
  }
  const unsigned left_row = warpgrade::shfl_up(row, 1);
  if ((lane == 0 || left_row != row) && sum != 0) atomicAdd(&sums[row], sum);
  __syncthreads();

  // ---- Store rows that lie within the tile. Of the first and the last one other tiles may have a part
  const bool begins_here = first_row < unsigned(a.rows) && a.row_offsets[first_row] == first_element;
  for (unsigned i = threadIdx.x; i < rows; i += Tuning::threads) {
    if (i > 0 || begins_here)
      y[first_row + i] = sums[i];
    else
      atomicAdd(&y[first_row], sums[0]);
  }
  if (threadIdx.x == 0 && sums[rows] != 0) atomicAdd(&y[first_row + rows], sums[rows]);
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  const unsigned tile_count = (a.rows + a.elements + Tuning::tile - 1) / Tuning::tile;
  unsigned* tile_rows = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&tile_rows, (tile_count + 1) * sizeof *tile_rows, stream));
  partition_kernel<<<tile_count / 256 + 1, 256, 0, stream>>>(a, tile_count, tile_rows, y);
  WARPGRADE_CHECK_LAUNCH();
  multiply_kernel<<<tile_count, Tuning::threads, 0, stream>>>(a, x, y, tile_rows);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tile_rows, stream));
}

}  // namespace spmv
