// expect: race sort_by_score
// The scan of the counts has more than one part, and each begins from 0.
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

/// counts[d · tiles + b]: how many elements of tile b have the digit d.
static __global__ void count_kernel(const unsigned* keys, std::size_t n, int shift, unsigned* counts) {
  __shared__ unsigned in_tile[Tuning::digits];
  if (threadIdx.x < Tuning::digits) in_tile[threadIdx.x] = 0;
  __syncthreads();
  const std::size_t begin = blockIdx.x * std::size_t(Tuning::tile);
  const std::size_t end = min(begin + Tuning::tile, n);
  for (std::size_t i = begin + threadIdx.x; i < end; i += Tuning::block_threads)
    atomicAdd(&in_tile[digit_of(keys[i], shift)], 1u);
  __syncthreads();
  if (threadIdx.x < Tuning::digits) counts[threadIdx.x * gridDim.x + blockIdx.x] = in_tile[threadIdx.x];
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
  for (std::size_t begin = 0; begin < length; begin += blockDim.x) {
    const std::size_t i = begin + threadIdx.x;
    unsigned total;
    const unsigned before = block_exclusive_scan(i < length ? counts[i] : 0, warp_sums, total);
    if (i < length) counts[i] = before;
  }
}

/// Brings the elements of the block's tile to their places, a row of neighbours after the other.
static __global__ void scatter_kernel(const unsigned* keys, const unsigned* positions, std::size_t n,
                                      int shift, const unsigned* places, unsigned* out_keys,
                                      unsigned* out_positions) {
  __shared__ unsigned next[Tuning::digits];                                 // the next place of each digit
  __shared__ unsigned in_warp[Tuning::block_threads / 32][Tuning::digits];  // how often a warp has the digit
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < Tuning::digits) next[threadIdx.x] = places[threadIdx.x * gridDim.x + blockIdx.x];
  for (int row = 0; row < Tuning::items_per_thread; ++row) {
    const std::size_t i = blockIdx.x * std::size_t(Tuning::tile) + row * Tuning::block_threads + threadIdx.x;

    // ---- How often does each warp have each digit?
    if (lane < Tuning::digits) in_warp[warp][lane] = 0;
    __syncwarp();
    const int digit = i < n ? digit_of(keys[i], shift) : Tuning::digits;  // a digit of their own past the end
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    const unsigned in_lanes_before = __popc(peers & ((1u << lane) - 1));
    if (i < n && in_lanes_before == 0) in_warp[warp][digit] = __popc(peers);
    __syncthreads();

    // ---- Scatter
    if (i < n) {
      unsigned place = next[digit] + in_lanes_before;
      for (int w = 0; w < warp; ++w) place += in_warp[w][digit];
      out_keys[place] = keys[i];
      out_positions[place] = positions[i];
    }
    __syncthreads();

    // ---- The next row comes behind this one
    if (threadIdx.x < Tuning::digits)
      for (int w = 0; w < Tuning::block_threads / 32; ++w) next[threadIdx.x] += in_warp[w][threadIdx.x];
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
  std::pair<const unsigned*, const unsigned*> from{keys, positions};
  for (int shift = 0; shift < Tuning::key_bits; shift += Tuning::digit_bits) {
    const bool to_result = (shift / Tuning::digit_bits) % 2 == 1;  // eight passes: the last one is odd
    unsigned* const out_keys = to_result ? sorted_keys : other;
    unsigned* const out_positions = to_result ? sorted_positions : other + n;
    count_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(from.first, n, shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    places_kernel<<<1, Tuning::block_threads, 0, stream>>>(counts, count_length);
    WARPGRADE_CHECK_LAUNCH();
    scatter_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(from.first, from.second, n, shift, counts,
                                                                out_keys, out_positions);
    WARPGRADE_CHECK_LAUNCH();
    from = {out_keys, out_positions};
  }
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

}  // namespace red_eye
