// expect: wrong_answer sort_pairs
// Ranks by the lanes behind: keys of one digit change their order in each pass.
#include <type_traits>

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
  for (int bit = 0; bit < Tuning::digit_bits; ++bit) {
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
  const unsigned same_before = __popc((same >> lane) >> 1);
  if (same_before == 0) memory.begins[digit][warp] = __popc(same);
  __syncthreads();

  unsigned total;
  const unsigned begin = block_exclusive_sum(has_count ? counts[threadIdx.x] : 0, memory.warp_sums, total);
  if (has_count) counts[threadIdx.x] = begin;
  __syncthreads();

  rank = memory.begins[digit][warp] + same_before;
  return rank;
}

__device__ inline std::uint32_t to_bits(std::uint32_t key) { return key; }
__device__ inline std::uint64_t to_bits(std::uint64_t key) { return key; }
__device__ inline std::uint32_t to_bits(std::int32_t key) {
  std::uint32_t bits = key;
  bits ^= 0x80000000u;
  return bits;
}
__device__ inline std::uint32_t to_bits(float key) {
  std::uint32_t bits = __float_as_uint(key);
  bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return bits;
}

template <class Key>
__device__ unsigned digit_of(Key key, int shift) {
  return unsigned(to_bits(key) >> shift) & (Tuning::digits - 1);
}

template <class Key>
__global__ void upsweep_kernel(const Key* in, std::size_t n, std::size_t part, int shift, unsigned* counts) {
  __shared__ unsigned count[Tuning::digits];
  if (threadIdx.x < Tuning::digits) count[threadIdx.x] = 0;
  __syncthreads();
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t i = first + threadIdx.x; i < last; i += Tuning::tile)
    atomicAdd(&count[digit_of(in[i], shift)], 1u);
  __syncthreads();
  if (threadIdx.x < Tuning::digits) counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

__global__ void spine_kernel(unsigned* counts, int size) {
  __shared__ unsigned warp_sums[32];
  unsigned before = 0;
  for (int begin = 0; begin < size; begin += Tuning::tile) {
    const int i = begin + threadIdx.x;
    unsigned total;
    const unsigned sum = block_exclusive_sum(i < size ? counts[i] : 0, warp_sums, total);
    if (i < size) counts[i] = before + sum;
    before += total;
    __syncthreads();
  }
}

struct NoValue {};

template <class Key, class Value>
__global__ void downsweep_kernel(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out,
                                 std::size_t n, std::size_t part, int shift, const unsigned* begins) {
  constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  __shared__ RankMemory<Tuning::tile / 32> memory;
  __shared__ Key keys[Tuning::tile];
  __shared__ Value values[Tuning::tile];
  __shared__ unsigned next[Tuning::digits];
  if (threadIdx.x < Tuning::digits) next[threadIdx.x] = begins[threadIdx.x * gridDim.x + blockIdx.x];
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t tile = first; tile < last; tile += Tuning::tile) {
    const std::size_t i = tile + threadIdx.x;
    const Key key = i < last ? keys_in[i] : Key();
    const unsigned rank = block_rank(i < last ? digit_of(key, shift) : Tuning::digits - 1, memory);
    keys[rank] = key;
    if constexpr (has_values) values[rank] = i < last ? values_in[i] : Value();
    __syncthreads();

    if (i < last) {
      const Key sorted = keys[threadIdx.x];
      const unsigned digit = digit_of(sorted, shift);
      const unsigned place = next[digit] + threadIdx.x - memory.begins[digit][0];
      keys_out[place] = sorted;
      if constexpr (has_values) values_out[place] = values[threadIdx.x];
    }
    __syncthreads();

    if (threadIdx.x < Tuning::digits) {
      const unsigned d = threadIdx.x;
      const unsigned end = d + 1 < Tuning::digits ? memory.begins[d + 1][0] : Tuning::tile;
      next[d] += end - memory.begins[d][0];
    }
    __syncthreads();
  }
}

template <class Key, class Value>
void sort(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
          cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tiles = div_up(n, Tuning::tile);
  const std::size_t part = div_up(tiles, Tuning::max_blocks) * Tuning::tile;
  const unsigned blocks = unsigned(div_up(n, part));
  unsigned* counts = nullptr;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, Tuning::digits * blocks * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  if (values_in) WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));

  for (int shift = 0; shift < int(sizeof(Key)) * 8; shift += Tuning::digit_bits) {
    const bool to_out = shift / Tuning::digit_bits % 2 == 1;
    Key* keys_to = to_out ? keys_out : other_keys;
    Value* values_to = to_out ? values_out : other_values;
    upsweep_kernel<<<blocks, Tuning::tile, 0, stream>>>(keys_in, n, part, shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    spine_kernel<<<1, Tuning::tile, 0, stream>>>(counts, int(Tuning::digits * blocks));
    WARPGRADE_CHECK_LAUNCH();
    downsweep_kernel<<<blocks, Tuning::tile, 0, stream>>>(keys_in, values_in, keys_to, values_to, n, part,
                                                          shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    keys_in = keys_to;
    values_in = values_to;
  }
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  if (other_values) WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  sort(keys_in, values_in, keys_out, values_out, n, stream);
}

}  // namespace radix_sort
