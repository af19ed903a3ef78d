// Where keys go within a tile: each warp ranks its keys by one digit, row by row, without a barrier (used by
// radix_sort.cu).
#pragma once

#include <cstddef>
#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_digits.cuh"

namespace radix_sort {

struct RankTuning {
  static constexpr int voted_bits = 6;  // of a digit; the others are matched
};

struct NoValue {};  // of keys that are alone
template <class Value>
constexpr bool is_value = !std::is_same_v<Value, NoValue>;

/// This lane's items of the warp's rows. Rows are 32 neighbours: in the order of rows, then lanes, keys keep
/// their order. `in` is the warp's first item, `count` how many there are.
template <int rows, class T>
__device__ void load_rows(const T* in, unsigned count, T past_end, T (&items)[rows]) {
  const unsigned lane = threadIdx.x % 32;
  if (count >= rows * 32) {
#pragma unroll
    for (int r = 0; r < rows; ++r) items[r] = in[r * 32 + lane];
  } else {
#pragma unroll
    for (int r = 0; r < rows; ++r) items[r] = r * 32 + lane < count ? in[r * 32 + lane] : past_end;
  }
}

/// The lanes of this warp whose digit is the same as this lane's; the digit begins at bit `shift` of `word`.
/// All 32 lanes must call it.
__device__ inline unsigned lanes_of_same_digit(unsigned word, int shift) {
  // A vote costs four instructions for each bit: test, vote, invert, combine. __match_any_sync compares all
  // bits at once, but takes a step for each value that occurs in the warp: up to 4 for the upper two bits
  unsigned others = 0;
#pragma unroll
  for (int bit = 0; bit < RankTuning::voted_bits; ++bit) {
    const bool is_set = word & (1u << shift << bit);
    const unsigned set = __ballot_sync(warpgrade::kFullWarp, is_set);
    others |= is_set ? ~set : set;
  }
  const unsigned rest = (word >> shift & (digits - 1)) >> RankTuning::voted_bits;
  return __match_any_sync(warpgrade::kFullWarp, rest) & ~others;
}

/// Ranks the warp's keys by one digit: rank[r] is how many come before this lane's key of row r and have its
/// digit, in the rows above and in the lanes below. counters: of this warp, [digits]; zero at first, then how
/// many keys have each digit.
template <int rows, class Bits>
__device__ void rank_in_warp(const Bits (&bits)[rows], int used_rows, Place place, unsigned* counters,
                             unsigned (&rank)[rows]) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (r >= used_rows) break;
    const unsigned same = lanes_of_same_digit(place.word(bits[r]), place.shift);
    unsigned& counter = counters[place.digit(bits[r])];
    rank[r] = counter + __popc(same & ((1u << lane) - 1));
    __syncwarp();
    if (same >> lane == 1) counter = rank[r] + 1;  // the last lane
    __syncwarp();
  }
}

// ==== Blocks ===========================================================================================

/// The sum of `value` over all threads of the block before this one. Every thread must call it.
__device__ inline unsigned block_exclusive_sum(unsigned value, unsigned* warp_sums) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned sum = value;
  for (int delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(sum, delta);
    if (lane >= delta) sum += left;
  }
  if (lane == 31) warp_sums[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; ++w) sum += warp_sums[w];
  return sum - value;
}

}  // namespace radix_sort
