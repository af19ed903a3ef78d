// expect: wrong_answer block_digits
// Ends at the first digit that is 0 in all keys, though higher digits may differ.
#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

struct Tuning {
  static constexpr int digit_bits = 4;
  static constexpr int digits = 1 << digit_bits;
  static constexpr int block_tile = 1024;  // of block_digits: keys, and threads
  static constexpr int tile = 256;         // device-wide: keys of a block at a time, one for each thread
  static constexpr std::size_t max_blocks = 256;  // device-wide: more keys make a block's part longer
};

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// The sum of `value` over the lanes up to this one.
__device__ inline unsigned warp_inclusive_sum(unsigned value) {
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (threadIdx.x % 32 >= delta) value += left;
  }
  return value;
}

/// The sum of `value` over all threads of the block before this one; `total` gets that over all threads.
/// Every thread must call it; warp_sums has room for 32, and may be used again after the block's next
/// barrier.
__device__ inline unsigned block_exclusive_sum(unsigned value, unsigned* warp_sums, unsigned& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const unsigned inclusive = warp_inclusive_sum(value);
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  if (warp == 0) {
    const unsigned sums = warp_inclusive_sum(lane < warps ? warp_sums[lane] : 0);
    if (lane < warps) warp_sums[lane] = sums;
  }
  __syncthreads();
  total = warp_sums[warps - 1];
  const unsigned before = warp > 0 ? warp_sums[warp - 1] : 0;
  return before + inclusive - value;
}

// ==== block_digits: one block, four bits a pass ========================================================
// The same plan serves a block here and the whole device below: count each digit in each part; scan the
// counts, all parts of digit 0, then all parts of digit 1, …; a key's place is its scanned count and its rank
// in its part. Here the parts are warps, below they are blocks.

/// The lanes of this warp whose digit is the same as this lane's. All 32 lanes must call it.
__device__ inline unsigned lanes_of_same_digit(unsigned digit) {
  unsigned lanes = warpgrade::kFullWarp;
  for (int b = 0; b < Tuning::digit_bits; ++b) {
    const bool one = digit >> b & 1;
    const unsigned votes = __ballot_sync(warpgrade::kFullWarp, one);
    lanes &= one ? votes : ~votes;
  }
  return lanes;
}

/// What the threads of a block of `Warps` warps share while they rank their keys.
template <int Warps>
struct RankMemory {
  unsigned begins[Tuning::digits][Warps];  // first counts; then where a warp's keys of a digit begin
  unsigned warp_sums[32];
};

/// The place of this thread's key when the block's keys are ordered by digit, equals in the order of threads.
/// Every thread of the block must call it. `memory` can be read afterwards, up to the next barrier.
template <int Warps>
__device__ unsigned block_rank(unsigned digit, RankMemory<Warps>& memory) {
  unsigned rank = threadIdx.x;
  constexpr unsigned size = Tuning::digits * Warps;
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned* counts = &memory.begins[0][0];
  if (t < size) counts[t] = 0;
  __syncthreads();
  const unsigned lanes = lanes_of_same_digit(digit);
  const unsigned before = __popc(lanes & ((1u << lane) - 1));
  if (before == 0) memory.begins[digit][warp] = __popc(lanes);
  __syncthreads();
  unsigned total;
  const unsigned begin = block_exclusive_sum(t < size ? counts[t] : 0, memory.warp_sums, total);
  if (t < size) counts[t] = begin;
  __syncthreads();
  rank = memory.begins[digit][warp] + before;
  return rank;
}

__global__ void block_digits_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ RankMemory<Tuning::block_tile / 32> memory;
  __shared__ std::uint32_t keys[Tuning::block_tile];
  const int t = threadIdx.x;
  const bool has_key = t < n;
  std::uint32_t key = has_key ? in[t] : 0xffffffffu;
  for (int pass = 0; pass < 32 / Tuning::digit_bits; ++pass) {
    const unsigned digit = key >> (pass * Tuning::digit_bits) & (Tuning::digits - 1);
    // Small keys do not need all passes. (The filling of threads without a key does not count.)
    if (!__syncthreads_or(t < n && digit != 0)) break;
    keys[block_rank(digit, memory)] = key;
    __syncthreads();
    key = keys[t];
  }
  if (has_key) out[t] = key;
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  block_digits_kernel<<<1, Tuning::block_tile, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
