// Red-eye removal. The contract of each entry function is in red_eye.cuh; the story is in the handout.
//
//   keys, positions   [n]             what is sorted, and what goes along
//   scores, picture   [rows · cols]   how much a pixel looks like the middle of a red eye; its colour
//   best              [count]         the pixels with the highest scores
//   out               [rows · cols]   the picture without the red
//
// To do: fill the blocks from TODO to END TODO. Everything else works; you may still change it.
#include <utility>

#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int items_per_thread = 4;
  static constexpr int tile = block_threads * items_per_thread;  // elements of a block
  static constexpr int digit_bits = 4;                           // of a key, sorted in one pass
  static constexpr int digits = 1 << digit_bits;
  static constexpr int key_bits = 32;
};

using warpgrade::div_up;

__device__ inline int digit_of(unsigned key, int shift) { return (key >> shift) & (Tuning::digits - 1); }

// ==== sort_by_score: radix sort, four bits a pass, from the lowest to the highest ========================
// Each block has a tile of neighbouring elements. A pass counts the digits of each tile, scans the counts to
// places, and brings each element to its place. It is stable, so that it keeps the order of the passes
// before.

/// counts[d · tiles + b]: how many elements of tile b have the digit d.
static __global__ void count_kernel(const unsigned* keys, std::size_t n, int shift, unsigned* counts) {
  __shared__ unsigned in_tile[Tuning::digits];
  // TODO: count the digits of the block's tile, in shared memory; then a thread for each digit writes its
  // count.
  // END TODO
}

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all. Every thread of the
/// block must call it; warp_sums has room for 32.
__device__ inline unsigned block_exclusive_scan(unsigned value, unsigned* warp_sums, unsigned& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  unsigned inclusive = value;
  for (int delta = 1; delta < 32; delta *= 2) {
    const unsigned left = __shfl_up_sync(0xffffffffu, inclusive, delta);
    if (lane >= delta) inclusive += left;
  }
  __syncthreads();  // all have read what an earlier scan left in warp_sums
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  unsigned before = 0;
  total = 0;
  for (int w = 0; w < warps; ++w) {
    if (w == warp) before = total;
    total += warp_sums[w];
  }
  return before + inclusive - value;
}

/// One block scans the counts in place, exclusively: then counts[d · tiles + b] is the place of the first
/// element of tile b with the digit d.
static __global__ void places_kernel(unsigned* counts, std::size_t length) {
  __shared__ unsigned warp_sums[32];
  // TODO: there may be more counts than threads: go through them part by part, and carry the sum along.
  // END TODO
}

/// Brings the elements of the block's tile to their places, a row of neighbours after the other.
static __global__ void scatter_kernel(const unsigned* keys, const unsigned* positions, std::size_t n,
                                      int shift, const unsigned* places, unsigned* out_keys,
                                      unsigned* out_positions) {
  __shared__ unsigned next[Tuning::digits];                                 // the next place of each digit
  __shared__ unsigned in_warp[Tuning::block_threads / 32][Tuning::digits];  // how often a warp has the digit
  // TODO: an element's place is the next one of its digit, plus the elements of this digit before it in the
  // row: those in the warps before, and those in the lanes before (__match_any_sync, __popc). Then `next`
  // moves on.
  // END TODO
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned tiles = div_up(n, Tuning::tile);
  const std::size_t count_length = std::size_t(Tuning::digits) * tiles;
  unsigned *counts = nullptr, *other = nullptr;  // [digits][tiles]; [2][n]: keys and positions between passes
  WARPGRADE_CHECK(cudaMallocAsync(&counts, count_length * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other, 2 * n * sizeof(unsigned), stream));
  // TODO: the passes. The first one reads the input, which must not be changed; each other one reads what the
  // one before wrote; the last one writes to sorted_keys and sorted_positions.
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

// ==== remove_red: keys, sort, and a map over the picture =================================================

/// Each pixel's key, and its own index as its position.
static __global__ void key_kernel(const float* scores, std::size_t n, unsigned* keys, unsigned* positions) {
  // TODO: key_of is given.
  // END TODO
}

/// One thread for each pixel: each pixel has one writer, though the pupils around the best pixels overlap.
static __global__ void remove_kernel(const Rgba* picture, Rgba* out, std::size_t n, std::size_t cols,
                                     const unsigned* best, int count) {
  // TODO: is one of the best near (is_near)? Then the pixel is without_red, else as it was.
  // END TODO
}

void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const unsigned blocks = div_up(n, Tuning::block_threads);
  unsigned* scratch = nullptr;  // [4][n]: keys and positions, before and after
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  unsigned *keys = scratch, *positions = scratch + n, *sorted_keys = scratch + 2 * n,
           *sorted = scratch + 3 * n;
  key_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(scores, n, keys, positions);
  WARPGRADE_CHECK_LAUNCH();
  // TODO: sort; copy the last `count` positions to `best` (cudaMemcpyAsync); remove_kernel.
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
