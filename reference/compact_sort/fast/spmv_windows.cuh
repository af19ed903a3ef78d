// SpMV's windows (spmv.cu tells what they are for): each warp adds up the rows of its window, those with few
// elements through shared memory, the others straight from memory.
#pragma once

#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

/// How a warp shares out its window: so many lanes for each row, so many rows for each lane, and so many
/// loads of each lane in flight (when it reads straight from memory: for each of its rows). Warps of a block:
/// neighbours, which may find in the first level cache what others of them have read of x.
template <int lanes_, int rows_, int loads_, int warps_ = 4>
struct Shape {
  static constexpr unsigned lanes = lanes_, rows = rows_, loads = loads_;
  static constexpr unsigned rows_at_once = 32 / lanes, window = rows_at_once * rows;
  static constexpr unsigned tile = 32 * loads;       // elements that a warp multiplies at a time
  static constexpr unsigned long_row = 256 * lanes;  // a row with more elements is long
  static constexpr unsigned warps = warps_, block_threads = 32 * warps, block_rows = warps * window;
};

struct Blocks {
  static constexpr unsigned warps_per_block = 4, block_threads = 32 * warps_per_block;  // of the pieces
  static constexpr unsigned piece_loads = 8, piece = 32 * piece_loads;  // what a warp loads at once
  // For each multiprocessor. So few leave the compiler the registers that many loads in flight need
  static constexpr unsigned resident_warps = 32, resident = resident_warps / warps_per_block;
};

constexpr unsigned nobody = ~0u;

using warpgrade::div_up;

__device__ inline float warp_sum(float value, int lanes) {
  for (int delta = lanes / 2; delta > 0; delta /= 2)
    value += __shfl_xor_sync(warpgrade::kFullWarp, value, delta);
  return value;
}

__device__ inline unsigned warp_min(unsigned value) {
  for (int delta = 16; delta > 0; delta /= 2)
    value = min(value, __shfl_xor_sync(warpgrade::kFullWarp, value, delta));
  return value;
}

/// Multiplies the warp's next 32 * loads elements, those before `stop`. A lane past the end takes the last
/// element, and nobody wants its product: no branches, so that all loads are on their way before the first of
/// them is waited for.
template <int loads>
__device__ void multiply(Csr a, const float* x, unsigned first, unsigned stop, float (&product)[loads]) {
  const unsigned lane = threadIdx.x % 32;
  unsigned column[loads];
  float value[loads];
  for (int k = 0; k < loads; ++k) {
    const unsigned e = min(first + k * 32 + lane, stop - 1);
    column[k] = __ldg(&a.columns[e]);
    value[k] = __ldg(&a.values[e]);
  }
  for (int k = 0; k < loads; ++k) product[k] = value[k] * __ldg(&x[column[k]]);
}

/// What the elements from `begin` up to `end` add up to, at most a piece of them: by the whole warp.
__device__ inline float sum_of_piece(Csr a, const float* x, unsigned begin, unsigned end) {
  if (begin == end) return 0;
  float product[Blocks::piece_loads], sum = 0;
  multiply(a, x, begin, end, product);
  for (unsigned k = 0; k < Blocks::piece_loads; ++k)
    sum += begin + k * 32 + threadIdx.x % 32 < end ? product[k] : 0;
  return warp_sum(sum, 32);
}

// ==== Windows of rows ==================================================================================

/// The rows of one lane: their elements from begin to end. The lanes of the row add up those before `stop`:
/// none if the row is long.
template <class S>
struct LaneRows {
  unsigned row[S::rows], begin[S::rows], stop[S::rows], end[S::rows];
  float sum[S::rows];
};

template <class S>
__device__ bool is_long(const LaneRows<S>& mine, unsigned h) {
  return mine.end[h] - mine.begin[h] > S::long_row;
}

/// Finds the lane's rows in the window that begins with first_row. Rows past the end are empty.
template <class S>
__device__ LaneRows<S> find_rows(Csr a, unsigned first_row) {
  const unsigned lane = threadIdx.x % 32, rows = a.rows;
  LaneRows<S> mine;
  for (unsigned h = 0; h < S::rows; ++h) {
    mine.row[h] = first_row + h * S::rows_at_once + lane / S::lanes;
    mine.begin[h] = __ldg(&a.row_offsets[min(mine.row[h], rows)]);
    mine.end[h] = __ldg(&a.row_offsets[min(mine.row[h] + 1, rows)]);
    mine.sum[h] = 0;
  }
  for (unsigned h = 0; h < S::rows; ++h) mine.stop[h] = is_long<S>(mine, h) ? mine.begin[h] : mine.end[h];
  return mine;
}

/// Adds up the heads of long rows, up to where the next piece begins: all lanes help the row's first one.
template <class S>
__device__ void add_heads(Csr a, const float* x, LaneRows<S>& mine) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned h = 0; h < S::rows; ++h) {
    unsigned todo = __ballot_sync(warpgrade::kFullWarp, lane % S::lanes == 0 && is_long<S>(mine, h));
    for (; todo != 0; todo &= todo - 1) {
      const unsigned leader = __ffs(int(todo)) - 1;
      const unsigned begin = __shfl_sync(warpgrade::kFullWarp, mine.begin[h], leader);
      const unsigned end = __shfl_sync(warpgrade::kFullWarp, mine.end[h], leader);
      const unsigned next_piece = div_up(begin, Blocks::piece) * Blocks::piece;
      const float sum = sum_of_piece(a, x, begin, min(next_piece, end));
      if (lane == leader) mine.sum[h] = sum;
    }
  }
}

/// Adds up what the lanes of each row have, and writes it.
template <class S>
__device__ void write_rows(const LaneRows<S>& mine, unsigned rows, float* y) {
  for (unsigned h = 0; h < S::rows; ++h) {
    const float sum = warp_sum(mine.sum[h], S::lanes);
    if (threadIdx.x % S::lanes == 0 && mine.row[h] < rows) y[mine.row[h]] = sum;
  }
}

/// Writes down who owns the pieces that begin in the lanes' rows: the row if it is long, else nobody.
template <class S>
__device__ void write_owners(const LaneRows<S>& mine, unsigned* owners) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned h = 0; h < S::rows; ++h) {
    const bool is_first_lane = lane % S::lanes == 0;
    const unsigned first = div_up(mine.begin[h], Blocks::piece), last = div_up(mine.end[h], Blocks::piece);
    if (is_first_lane && !is_long(mine, h))
      for (unsigned p = first; p < last; ++p) owners[p] = nobody;  // few
    // ---- For a long row all lanes write
    unsigned todo = __ballot_sync(warpgrade::kFullWarp, is_first_lane && is_long(mine, h));
    for (; todo != 0; todo &= todo - 1) {
      const int leader = __ffs(int(todo)) - 1;
      const unsigned owner = __shfl_sync(warpgrade::kFullWarp, mine.row[h], leader);
      const unsigned from = __shfl_sync(warpgrade::kFullWarp, first, leader);
      const unsigned to = __shfl_sync(warpgrade::kFullWarp, last, leader);
      for (unsigned p = from + lane; p < to; p += 32) owners[p] = owner;
    }
  }
}

// ---- Streamed through shared memory -------------------------------------------------------------------

/// Where a tile's element i lies in shared memory. A gap behind each 32, or rows of 32 elements would all
/// begin in the same bank.
__host__ __device__ constexpr unsigned place(unsigned i) { return i + i / 32; }

/// Multiplies the elements from `first` up to `stop`, a tile at a time, and adds them to the rows.
template <class S>
__device__ void stream(Csr a, const float* x, unsigned first, unsigned stop, LaneRows<S>& mine,
                       float* products) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned tile = first; tile < stop; tile += S::tile) {
    float product[S::loads];
    multiply(a, x, tile, stop, product);
    for (unsigned k = 0; k < S::loads; ++k) products[place(k * 32 + lane)] = product[k];
    __syncwarp();

    // ---- Add what the tile has of the lane's rows
    const unsigned tile_end = min(tile + S::tile, stop);
    for (unsigned h = 0; h < S::rows; ++h) {
      const unsigned from = max(mine.begin[h], tile), to = min(mine.stop[h], tile_end);
      for (unsigned e = from + lane % S::lanes; e < to; e += S::lanes)
        mine.sum[h] += products[place(e - tile)];
    }
    __syncwarp();
  }
}

template <class S>
__global__ void __launch_bounds__(S::block_threads, Blocks::resident_warps / S::warps)
    stream_kernel(Csr a, const float* x, float* y, unsigned* owners) {
  __shared__ float products[S::warps][place(S::tile)];
  const unsigned warp = threadIdx.x / 32;
  const unsigned first_row = (blockIdx.x * S::warps + warp) * S::window;
  if (first_row >= unsigned(a.rows)) return;  // the whole warp
  LaneRows<S> mine = find_rows<S>(a, first_row);

  // ---- All from one long row to the next is streamed at once
  bool has_long = false;
  for (unsigned h = 0; h < S::rows; ++h) has_long |= is_long<S>(mine, h);
  has_long = __any_sync(warpgrade::kFullWarp, has_long);
  const unsigned last = __shfl_sync(warpgrade::kFullWarp, mine.end[S::rows - 1], 31);
  unsigned first = __shfl_sync(warpgrade::kFullWarp, mine.begin[0], 0);
  while (first < last) {
    unsigned stop = last, next = last;
    if (has_long) {
      for (unsigned h = 0; h < S::rows; ++h)
        if (is_long<S>(mine, h) && mine.begin[h] >= first) {
          stop = min(stop, mine.begin[h]);
          next = min(next, mine.end[h]);
        }
      stop = warp_min(stop);
      next = warp_min(next);
    }
    stream<S>(a, x, first, stop, mine, products[warp]);
    first = next;
  }
  if (has_long) add_heads(a, x, mine);
  write_rows(mine, a.rows, y);
  write_owners(mine, owners);
}

// ---- Straight from memory -----------------------------------------------------------------------------

template <class S>
__global__ void __launch_bounds__(S::block_threads, Blocks::resident_warps / S::warps)
    direct_kernel(Csr a, const float* x, float* y, unsigned* owners) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned first_row = (blockIdx.x * S::warps + warp) * S::window;
  if (first_row >= unsigned(a.rows)) return;
  LaneRows<S> mine = find_rows<S>(a, first_row);

  // ---- A lane reads of all its rows at once. Without an element: 0 times nothing
  bool is_more = true;
  for (unsigned done = lane % S::lanes; is_more; done += S::loads * S::lanes) {
    unsigned column[S::rows][S::loads];
    float value[S::rows][S::loads], factor[S::rows][S::loads];
    const auto has = [&](unsigned h, unsigned k) {
      return mine.begin[h] + done + k * S::lanes < mine.stop[h];
    };
    for (unsigned h = 0; h < S::rows; ++h)
      for (unsigned k = 0; k < S::loads; ++k) {
        const unsigned e = mine.begin[h] + done + k * S::lanes;
        column[h][k] = has(h, k) ? __ldg(&a.columns[e]) : 0;
        value[h][k] = has(h, k) ? __ldg(&a.values[e]) : 0;
      }
    for (unsigned h = 0; h < S::rows; ++h)
      for (unsigned k = 0; k < S::loads; ++k) factor[h][k] = has(h, k) ? __ldg(&x[column[h][k]]) : 0;
    is_more = false;
    for (unsigned h = 0; h < S::rows; ++h) {
      for (unsigned k = 0; k < S::loads; ++k) mine.sum[h] += value[h][k] * factor[h][k];
      is_more |= has(h, S::loads);
    }
  }
  __syncwarp();
  add_heads(a, x, mine);
  write_rows(mine, a.rows, y);
  write_owners(mine, owners);
}

}  // namespace spmv
