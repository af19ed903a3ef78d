// Recurrences over time: a scan of each row of a matrix, by one block, by several, and of pairs made on the
// way.
//
// Given:      row r of in begins at in + r * pitch, row r of out at out + r * columns. rows and columns may
//             be 0.
// Guarantees: op is associative; it need NOT be commutative, so left stays left: op(before, after).
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/rows/selective_scan/README.md
#include <algorithm>

#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

struct Tuning {
  static constexpr int block_threads = 256;   // at most; a short row gets fewer
  static constexpr int items_per_thread = 9;  // neighbours in a row; odd, so that lanes meet different banks
  static constexpr int tile = block_threads * items_per_thread;
  static constexpr int blocks_per_multiprocessor = 8;  // a full multiprocessor; more would only wait
};

using warpgrade::div_up;

/// Threads for a row of so many columns: whole warps, and no more than have something to do.
inline int threads_for(int columns) {
  const int warps = int(div_up(columns, 32 * Tuning::items_per_thread));
  return std::min(32 * warps, Tuning::block_threads);
}

// ==== Given: what a block does with a tile =============================================================
// A tile is blockDim.x * items_per_thread columns of a row. Each thread has items_per_thread neighbours of
// it.

__device__ inline int tile_size() { return int(blockDim.x) * Tuning::items_per_thread; }

/// Loads the tile of row[begin..end), coalesced, and returns this thread's neighbours in `items`: through
/// shared memory, as a warp reads neighbours and a thread needs a run. From `end` on: `filler`.
template <class T>
__device__ void load_tile(const T* row, int begin, int end, T filler, T* tile, T* items) {
  const int count = min(tile_size(), end - begin), mine = threadIdx.x * Tuning::items_per_thread;
  for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = row[begin + i];
  __syncthreads();
  for (int k = 0; k < Tuning::items_per_thread; ++k) items[k] = mine + k < count ? tile[mine + k] : filler;
}

/// The way back: this thread's items into the tile, and the tile to row[begin..end).
template <class T>
__device__ void store_tile(T* row, int begin, int end, T* tile, const T* items) {
  const int count = min(tile_size(), end - begin), mine = threadIdx.x * Tuning::items_per_thread;
  for (int k = 0; k < Tuning::items_per_thread && mine + k < count; ++k) tile[mine + k] = items[k];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) row[begin + i] = tile[i];
}

/// This thread's items combined, from left to right.
template <class T, class Op>
__device__ T combine(const T* items, Op op) {
  T sum = items[0];
  for (int k = 1; k < Tuning::items_per_thread; ++k) sum = op(sum, items[k]);
  return sum;
}

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all. Every thread of the
/// block must call it; warp_sums has room for 32, and may be used again after the block's next barrier.
template <class T, class Op>
__device__ T block_exclusive_scan(T value, T identity, Op op, T* warp_sums, T& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  T inclusive = value;
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive = op(left, inclusive);
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();

  T before = identity;
  total = identity;
  for (int w = 0; w < warps; ++w) {
    if (w == warp) before = total;
    total = op(total, warp_sums[w]);
  }
  const T left = warpgrade::shfl_up(inclusive, 1);
  return lane > 0 ? op(before, left) : before;
}

// ==== one_block: tile by tile, with a carry ============================================================

/// The block scans row[begin..end) to out[begin..end). `carry` is the sum of all that lies before.
template <class T, class Op>
__device__ void scan_part(const T* row, T* out, int begin, int end, T carry, T identity, Op op) {
  __shared__ T tile[Tuning::tile];
  __shared__ T warp_sums[32];
  T items[Tuning::items_per_thread];
  // TODO: For each tile: load_tile; the sum of this thread's items, combine, goes into block_exclusive_scan.
  // What lies before the thread is the carry, then what its block has before it. Replace each item by its
  // partial result; store_tile. In the end the carry takes in the total of the tile.
  for (; begin < end; begin += tile_size()) {
    load_tile(row, begin, end, identity, tile, items);
    T total;
    const T before = block_exclusive_scan(combine(items, op), identity, op, warp_sums, total);
    T sum = op(carry, before);
    for (T& item : items) item = sum = op(sum, item);
    store_tile(out, begin, end, tile, items);
    carry = op(carry, total);
  }
  // END TODO
}

/// Block r has row r.
template <class T, class Op>
__global__ void one_block_kernel(const T* in, T* out, int columns, std::size_t pitch, T identity, Op op) {
  // TODO: Where does the row begin in `in`, and where in `out`? Then scan_part.
  const std::size_t r = blockIdx.x;
  scan_part(in + r * pitch, out + r * columns, 0, columns, identity, identity, op);
  // END TODO
}

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  one_block_kernel<<<rows, threads_for(columns), 0, stream>>>(in, out, columns, pitch, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== chunks: several blocks for each row ==============================================================
// Block (k, r) has chunk k of row r: columns k·part .. (k+1)·part, which the row's end may cut short.

/// The sum of each chunk: totals[r * gridDim.x + k].
template <class T, class Op>
__global__ void totals_kernel(const T* in, int columns, std::size_t pitch, int part, T identity, Op op,
                              T* totals) {
  __shared__ T tile[Tuning::tile];
  __shared__ T warp_sums[32];
  T items[Tuning::items_per_thread];
  // TODO: Tile by tile: load_tile, combine, and of block_exclusive_scan only the total. Order matters.
  const T* row = in + blockIdx.y * pitch;
  const int first = blockIdx.x * part, end = min(first + part, columns);
  T sum = identity;
  for (int begin = first; begin < end; begin += tile_size()) {
    load_tile(row, begin, end, identity, tile, items);
    T total;
    block_exclusive_scan(combine(items, op), identity, op, warp_sums, total);
    sum = op(sum, total);
  }
  if (threadIdx.x == 0) totals[blockIdx.y * gridDim.x + blockIdx.x] = sum;
  // END TODO
}

/// Scans each chunk once more. sums[r * gridDim.x + k] is the sum of chunk k of row r and of all before it.
template <class T, class Op>
__global__ void chunks_kernel(const T* in, T* out, int columns, std::size_t pitch, int part, T identity,
                              Op op, const T* sums) {
  // TODO: What lies before the chunk is its carry: that of the row, not of the matrix. Then scan_part.
  const std::size_t r = blockIdx.y;
  const int begin = blockIdx.x * part, end = min(begin + part, columns);
  const T carry = blockIdx.x > 0 ? sums[r * gridDim.x + blockIdx.x - 1] : identity;
  scan_part(in + r * pitch, out + r * columns, begin, end, carry, identity, op);
  // END TODO
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  // As many chunks as fill the device, each of whole tiles.
  const int most_blocks = int(warpgrade::multiprocessors()) * Tuning::blocks_per_multiprocessor;
  const int tiles = int(div_up(columns, Tuning::tile));
  const int part = int(div_up(tiles, std::max(most_blocks / rows, 1))) * Tuning::tile;
  const dim3 grid(unsigned(div_up(columns, part)), rows);
  T *totals = nullptr, *sums = nullptr;  // matrices of rows × chunks
  WARPGRADE_CHECK(cudaMallocAsync(&totals, grid.x * grid.y * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&sums, grid.x * grid.y * sizeof(T), stream));
  // TODO: Three steps: totals_kernel; one_block scans the rows of totals to sums: rows of grid.x elements,
  // with pitch grid.x; chunks_kernel.
  const int threads = threads_for(columns);
  totals_kernel<<<grid, threads, 0, stream>>>(in, columns, pitch, part, identity, op, totals);
  WARPGRADE_CHECK_LAUNCH();
  one_block(totals, sums, rows, int(grid.x), grid.x, identity, op, stream);
  chunks_kernel<<<grid, threads, 0, stream>>>(in, out, columns, pitch, part, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

// ==== selective: pairs that are made on the way ========================================================

/// One step, or several in a row: h becomes a * h + b.
struct Map {
  float a, b;
};

/// What `first` and then `second` do.
struct Compose {
  __device__ Map operator()(Map first, Map second) const {
    Map both = first;
    // TODO: second(first(h)) = a * h + b. What are a and b?
    both = {second.a * first.a, second.a * first.b + second.b};
    // END TODO
    return both;
  }
};

/// Block c has channel c.
__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int steps) {
  __shared__ float tiles[4][Tuning::tile];  // of delta, x, B and C
  __shared__ Map warp_sums[32];
  constexpr int items = Tuning::items_per_thread;
  // TODO: Tile by tile: load_tile brings delta, x, B and C, each through a tile of its own. Which filler
  // makes the pair (1, 0) behind the last step? Make the pairs in registers, and scan them as in scan_part.
  // The state at the end of a tile is the carry; a state is a number, no pair. y goes out through one of the
  // four tiles: by then all threads have their items.
  const std::size_t row = std::size_t(blockIdx.x) * steps;
  const float rate = A[blockIdx.x];
  float h_carry = 0;
  for (int begin = 0; begin < steps; begin += tile_size()) {
    // The pairs
    float d[items], in[items], b[items], c[items];
    load_tile(delta + row, begin, steps, 0.0f, tiles[0], d);  // no time goes by behind the last step: (1, 0)
    load_tile(x + row, begin, steps, 0.0f, tiles[1], in);
    load_tile(B, begin, steps, 0.0f, tiles[2], b);
    load_tile(C, begin, steps, 0.0f, tiles[3], c);
    Map maps[items];
    for (int k = 0; k < items; ++k) maps[k] = {expf(d[k] * rate), d[k] * b[k] * in[k]};

    // The state before this thread's steps, then each of them
    Map total;
    const Map before = block_exclusive_scan(combine(maps, Compose()), {1, 0}, Compose(), warp_sums, total);
    float h = before.a * h_carry + before.b;
    float out[items];
    for (int k = 0; k < items; ++k) {
      h = maps[k].a * h + maps[k].b;
      out[k] = c[k] * h;
    }
    store_tile(y + row, begin, steps, tiles[0], out);
    h_carry = total.a * h_carry + total.b;
  }
  // END TODO
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<channels, threads_for(steps), 0, stream>>>(delta, x, A, B, C, y, steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
