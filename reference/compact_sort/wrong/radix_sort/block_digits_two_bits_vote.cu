// expect: race block_digits
// Votes on two bits of four: lanes with different digits share their places.
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

struct Tuning {
  static constexpr int digit_bits = 4;
  static constexpr int digits = 1 << digit_bits;
  static constexpr int block_tile = 1024;
  static constexpr int tile = 256;
  static constexpr std::size_t max_blocks = 256;
};

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

__device__ inline unsigned warp_inclusive_sum(unsigned value) {
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (threadIdx.x % 32 >= delta) value += left;
  }
  return value;
}

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

__device__ inline unsigned lanes_of_same_digit(unsigned digit) {
  unsigned lanes = warpgrade::kFullWarp;
  for (int bit = 0; bit < 2; ++bit) {
    const bool is_set = digit >> bit & 1;
    const unsigned set = __ballot_sync(warpgrade::kFullWarp, is_set);
    lanes &= is_set ? set : ~set;
  }
  return lanes;
}

template <int Warps>
struct RankMemory {
  unsigned begins[Tuning::digits][Warps];
  unsigned warp_sums[32];
};

template <int Warps>
__device__ unsigned block_rank(unsigned digit, RankMemory<Warps>& memory) {
  unsigned rank = threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned* const counts = &memory.begins[0][0];
  const bool has_count = threadIdx.x < Tuning::digits * Warps;

  if (has_count) counts[threadIdx.x] = 0;
  __syncthreads();
  const unsigned same = lanes_of_same_digit(digit);
  const unsigned same_before = __popc(same & ((1u << lane) - 1));
  if (same_before == 0) memory.begins[digit][warp] = __popc(same);
  __syncthreads();

  unsigned total;
  const unsigned begin = block_exclusive_sum(has_count ? counts[threadIdx.x] : 0, memory.warp_sums, total);
  if (has_count) counts[threadIdx.x] = begin;
  __syncthreads();

  rank = memory.begins[digit][warp] + same_before;
  return rank;
}

__global__ void block_digits_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ RankMemory<Tuning::block_tile / 32> memory;
  __shared__ std::uint32_t keys[Tuning::block_tile];
  const int i = threadIdx.x;
  std::uint32_t key = i < n ? in[i] : 0xffffffffu;
  for (int shift = 0; shift < 32; shift += Tuning::digit_bits) {
    const unsigned rank = block_rank(key >> shift & (Tuning::digits - 1), memory);
    keys[rank] = key;
    __syncthreads();
    key = keys[i];
  }
  if (i < n) out[i] = key;
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  block_digits_kernel<<<1, Tuning::block_tile, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
