// expect: wrong_answer remove_red
// Takes each pixel whose score is that of the last of the best for one of them.
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

inline unsigned div_up(std::size_t a, std::size_t b) { return static_cast<unsigned>((a + b - 1) / b); }

__device__ inline int digit_of(unsigned key, int shift) { return (key >> shift) & (Tuning::digits - 1); }

// ==== sort_by_score: radix sort, four bits a pass, from the lowest to the highest ========================
// Each block has a tile of neighbouring elements. A pass counts the digits of each tile, scans the counts to
// places, and brings each element to its place. It is stable, so that it keeps the order of the passes
// before.

/// counts[d · tiles + b]: how many elements of tile b have the digit d.
static __global__ void count_kernel(const unsigned* keys, std::size_t n, int shift, unsigned* counts) {
  __shared__ unsigned in_tile[Tuning::digits];
  if (threadIdx.x < Tuning::digits) in_tile[threadIdx.x] = 0;
  __syncthreads();
  const std::size_t begin = std::size_t(blockIdx.x) * Tuning::tile;
  for (int k = 0; k < Tuning::items_per_thread; ++k) {
    const std::size_t i = begin + k * Tuning::block_threads + threadIdx.x;
    if (i < n) atomicAdd(&in_tile[digit_of(keys[i], shift)], 1u);
  }
  __syncthreads();
  if (threadIdx.x < Tuning::digits)
    counts[std::size_t(threadIdx.x) * gridDim.x + blockIdx.x] = in_tile[threadIdx.x];
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
  unsigned carry = 0;
  for (std::size_t part = 0; part < length; part += blockDim.x) {
    const std::size_t i = part + threadIdx.x;
    const unsigned own = i < length ? counts[i] : 0;
    unsigned total;
    const unsigned before = block_exclusive_scan(own, warp_sums, total);
    if (i < length) counts[i] = carry + before;
    carry += total;
  }
}

/// Brings the elements of the block's tile to their places, a row of neighbours after the other.
static __global__ void scatter_kernel(const unsigned* keys, const unsigned* positions, std::size_t n,
                                      int shift, const unsigned* places, unsigned* out_keys,
                                      unsigned* out_positions) {
  __shared__ unsigned next[Tuning::digits];                                 // the next place of each digit
  __shared__ unsigned in_warp[Tuning::block_threads / 32][Tuning::digits];  // how often a warp has the digit
  constexpr int warps = Tuning::block_threads / 32;
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (t < Tuning::digits) next[t] = places[std::size_t(t) * gridDim.x + blockIdx.x];
  for (int k = 0; k < Tuning::items_per_thread; ++k) {
    for (int j = t; j < warps * Tuning::digits; j += Tuning::block_threads)
      in_warp[j / Tuning::digits][j % Tuning::digits] = 0;
    __syncthreads();
    const std::size_t i = std::size_t(blockIdx.x) * Tuning::tile + k * Tuning::block_threads + t;
    const bool valid = i < n;
    const unsigned key = valid ? keys[i] : 0;
    const int digit = valid ? digit_of(key, shift) : Tuning::digits;  // past the end: a digit of its own
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    const unsigned rank = __popc(peers & ((1u << lane) - 1));
    if (valid && rank == 0) in_warp[warp][digit] = __popc(peers);
    __syncthreads();
    if (valid) {
      unsigned place = next[digit] + rank;
      for (int w = 0; w < warp; ++w) place += in_warp[w][digit];
      out_keys[place] = key;
      out_positions[place] = positions[i];
    }
    __syncthreads();
    if (t < Tuning::digits)
      for (int w = 0; w < warps; ++w) next[t] += in_warp[w][t];
    __syncthreads();
  }
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned tiles = div_up(n, Tuning::tile);
  const std::size_t count_length = std::size_t(Tuning::digits) * tiles;
  unsigned *counts = nullptr, *other = nullptr;  // [digits][tiles]; [2][n]: keys and positions between passes
  WARPGRADE_CHECK(cudaMallocAsync(&counts, count_length * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other, 2 * n * sizeof(unsigned), stream));
  const unsigned *from_keys = keys, *from_positions = positions;
  unsigned *to_keys = other, *to_positions = other + n;  // eight passes: the last one writes to sorted_keys
  unsigned *then_keys = sorted_keys, *then_positions = sorted_positions;
  for (int shift = 0; shift < Tuning::key_bits; shift += Tuning::digit_bits) {
    count_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(from_keys, n, shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    places_kernel<<<1, Tuning::block_threads, 0, stream>>>(counts, count_length);
    WARPGRADE_CHECK_LAUNCH();
    scatter_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(from_keys, from_positions, n, shift, counts,
                                                                to_keys, to_positions);
    WARPGRADE_CHECK_LAUNCH();
    from_keys = to_keys;
    from_positions = to_positions;
    std::swap(to_keys, then_keys);
    std::swap(to_positions, then_positions);
  }
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

// ==== remove_red: keys, sort, and a map over the picture =================================================

/// Each pixel's key, and its own index as its position.
static __global__ void key_kernel(const float* scores, std::size_t n, unsigned* keys, unsigned* positions) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  keys[i] = key_of(scores[i]);
  positions[i] = static_cast<unsigned>(i);
}

/// One thread for each pixel: each pixel has one writer, though the pupils around the best pixels overlap.
static __global__ void remove_kernel(const Rgba* picture, Rgba* out, std::size_t n, std::size_t cols,
                                     const unsigned* best, const float* scores) {
  // The other way round: instead of asking all of the best, look at the pixels around. One of the best is
  // near if there is a score as high as that of the last who got in.
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned needed = key_of(scores[best[0]]);
  const long rows = n / cols, row = i / cols, col = i % cols;
  bool near = false;
  for (long r = row - Pupil::half_height; r <= row + Pupil::half_height; ++r) {
    if (r < 0 || r >= rows) continue;
    for (long c = col - Pupil::half_width; c <= col + Pupil::half_width; ++c) {
      if (c < 0 || c >= long(cols)) continue;
      if (key_of(scores[r * cols + c]) >= needed) near = true;
    }
  }
  out[i] = near ? without_red(picture[i]) : picture[i];
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
  sort_by_score(keys, positions, sorted_keys, sorted, n, stream);
  WARPGRADE_CHECK(
      cudaMemcpyAsync(best, sorted + n - count, count * sizeof(unsigned), cudaMemcpyDeviceToDevice, stream));
  remove_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(picture, out, n, cols, best, scores);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
