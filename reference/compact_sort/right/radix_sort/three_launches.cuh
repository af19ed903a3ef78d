// What four_bits_by_splits.cu and eight_bits_by_votes.cu share: a pass of three launches (count, scan, move)
// for digits of any length, of which each of them moves the keys in its own way; and the tasks of one block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr unsigned all_lanes = warpgrade::kFullWarp;
constexpr int threads = 256, warps = threads / 32;  // of a block, except where one block is all
constexpr int loads = 8;                            // that a thread has in flight while it counts

struct NoValue {};  // of keys that are alone
template <class Value>
constexpr bool is_value = !std::is_same_v<Value, NoValue>;

/// Bytes that move with a key, and the key's own.
template <class Key, class Value>
constexpr int item_bytes = int(sizeof(Key) + (is_value<Value> ? sizeof(Value) : 0));

/// Digits of so many bits, and the one that begins at bit `shift` of a key.
template <int bits>
constexpr int digits = 1 << bits;

template <int bits, class Key>
__device__ unsigned digit_of(Key key, int shift) {
  if constexpr (std::is_same_v<Key, float>) {
    const unsigned word = __float_as_uint(key);
    return (word >> 31 ? ~word : word | 0x80000000u) >> shift & (digits<bits> - 1);
  } else if constexpr (std::is_signed_v<Key>) {
    return (unsigned(key) ^ 0x80000000u) >> shift & (digits<bits> - 1);
  } else {
    return unsigned(key >> shift) & (digits<bits> - 1);
  }
}

/// The sum of `value` over the block's threads before this one; `total` gets that over all. Every thread must
/// call it, and `sums` must not be written again before the block's next barrier.
__device__ inline unsigned block_sum_before(unsigned value, unsigned (&sums)[warps], unsigned& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned sum = value;
  for (int delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(sum, delta);
    if (lane >= delta) sum += left;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  total = 0;
  for (int w = 0; w < warps; ++w) {
    if (w == warp) sum += total;
    total += sums[w];
  }
  return sum - value;
}

// ==== A pass ===========================================================================================

/// Block b has the part [b · part, (b + 1) · part) of the keys, which n may cut short.
template <class Key, class Value>
struct Pass {
  const Key* keys_in;
  const Value* values_in;
  Key* keys_out;
  Value* values_out;
  std::size_t n, part;
  int shift;
  unsigned* counts;  // [digits][blocks]: how many keys of a digit a block has; then all blocks before it
  unsigned* totals;  // [digits]: of all blocks

  __device__ std::size_t begin() const { return blockIdx.x * part; }
  __device__ std::size_t end() const { return min(begin() + part, n); }
};

template <int bits, class Key, class Value>
__global__ void __launch_bounds__(threads) count_kernel(Pass<Key, Value> pass) {
  __shared__ unsigned count[digits<bits>];
  for (int d = threadIdx.x; d < digits<bits>; d += threads) count[d] = 0;
  __syncthreads();
  for (std::size_t first = pass.begin() + threadIdx.x; first < pass.end(); first += loads * threads) {
    Key keys[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      if (first + k * threads < pass.end()) keys[k] = pass.keys_in[first + k * threads];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      if (first + k * threads < pass.end()) atomicAdd(&count[digit_of<bits>(keys[k], pass.shift)], 1u);
  }
  __syncthreads();
  for (int d = threadIdx.x; d < digits<bits>; d += threads)
    pass.counts[std::size_t(d) * gridDim.x + blockIdx.x] = count[d];
}

/// Block d scans the counts of digit d.
static __global__ void __launch_bounds__(threads)
    scan_kernel(unsigned* counts, unsigned* totals, unsigned blocks) {
  __shared__ unsigned sums[warps];
  unsigned* const row = counts + std::size_t(blockIdx.x) * blocks;
  unsigned before = 0, total;
  for (unsigned first = 0; first < blocks; first += threads) {
    const unsigned b = first + threadIdx.x;
    const unsigned sum = block_sum_before(b < blocks ? row[b] : 0, sums, total);
    if (b < blocks) row[b] = before + sum;
    before += total;
    __syncthreads();  // sums is used again
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = before;
}

/// Where the first key of this block goes that has digit number threadIdx.x: behind all smaller digits, and
/// behind the keys of its digit in the blocks before.
template <int bits, class Key, class Value>
__device__ unsigned first_place(const Pass<Key, Value>& pass, unsigned (&sums)[warps]) {
  const bool has_digit = threadIdx.x < digits<bits>;
  unsigned total;
  const unsigned begin = block_sum_before(has_digit ? pass.totals[threadIdx.x] : 0, sums, total);
  return has_digit ? begin + pass.counts[std::size_t(threadIdx.x) * gridDim.x + blockIdx.x] : 0;
}

/// The parts are whole tiles. move(pass, blocks) launches the kernel that moves keys to where they go.
template <int bits, class Key, class Value, class Move>
void sort_by_passes(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out,
                    std::size_t n, int tile, int blocks_per_multiprocessor, cudaStream_t stream, Move move) {
  if (n == 0) return;
  const std::size_t tiles = (n + tile - 1) / tile;
  const std::size_t most_blocks = std::size_t(warpgrade::multiprocessors()) * blocks_per_multiprocessor;
  const std::size_t part = (tiles + most_blocks - 1) / most_blocks * tile;
  const unsigned blocks = unsigned((n + part - 1) / part);

  unsigned* counts = nullptr;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, digits<bits> * (blocks + 1) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  if (is_value<Value>) WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));

  Pass<Key, Value> pass{
      keys_in, values_in, other_keys, other_values, n, part, 0, counts, counts + digits<bits> * blocks};
  for (; pass.shift < int(8 * sizeof(Key)); pass.shift += bits) {
    count_kernel<bits><<<blocks, threads, 0, stream>>>(pass);
    WARPGRADE_CHECK_LAUNCH();
    scan_kernel<<<digits<bits>, threads, 0, stream>>>(pass.counts, pass.totals, blocks);
    WARPGRADE_CHECK_LAUNCH();
    move(pass, blocks);
    WARPGRADE_CHECK_LAUNCH();
    pass.keys_in = pass.keys_out;  // the number of passes is even: the last one writes the result
    pass.values_in = pass.values_out;
    pass.keys_out = pass.keys_out == other_keys ? keys_out : other_keys;
    pass.values_out = pass.values_out == other_values ? values_out : other_values;
  }
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  if (is_value<Value>) WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

// ==== One block ========================================================================================

/// Threads: 1024. One bit of the keys after the other, from `bit` up to `last`.
static __global__ void block_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit, int last) {
  __shared__ std::uint32_t keys[1024];
  __shared__ int zeros_of_warp[32];
  const int i = threadIdx.x, lane = i % 32, warp = i / 32;
  std::uint32_t key = i < n ? in[i] : ~0u;  // there is no larger one: it stays behind
  for (; bit <= last; ++bit) {
    const bool is_zero = (key >> bit & 1) == 0;
    const unsigned votes = __ballot_sync(all_lanes, is_zero);
    if (lane == 0) zeros_of_warp[warp] = __popc(votes);
    __syncthreads();
    int zeros = 0, before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < 32; ++w) {
      if (w < warp) before += zeros_of_warp[w];
      zeros += zeros_of_warp[w];
    }
    keys[is_zero ? before : zeros + i - before] = key;
    __syncthreads();
    key = keys[i];
  }
  if (i < n) out[i] = key;
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  block_kernel<<<1, 1024, 0, stream>>>(in, out, n, bit, bit);
  WARPGRADE_CHECK_LAUNCH();
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  block_kernel<<<1, 1024, 0, stream>>>(in, out, n, 0, 31);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The k greatest, once the k-th is known =============================================================

template <class Key>
__device__ std::uint64_t in_order(Key key) {
  if constexpr (std::is_same_v<Key, float>) {
    const unsigned word = __float_as_uint(key);
    return word >> 31 ? ~word : word | 0x80000000u;
  } else if constexpr (std::is_signed_v<Key>) {
    return unsigned(key) ^ 0x80000000u;
  } else {
    return key;
  }
}

/// The k-th greatest key, in order; wanted: how many keys that equal it are to be kept.
struct Kth {
  std::uint64_t key;
  unsigned wanted;
};

/// Block b: the keys of its part, greater ones in counts[b], equal ones in counts[blocks + b].
template <class Key>
__global__ void __launch_bounds__(threads)
    count_kinds_kernel(const Key* in, std::size_t n, std::size_t part, const Kth* kth, unsigned* counts) {
  __shared__ unsigned sums[warps];
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  unsigned greater = 0, equal = 0, all_greater, all_equal;
  for (std::size_t i = begin + threadIdx.x; i < end; i += threads) {
    const std::uint64_t key = in_order(in[i]);
    if (key > kth->key) ++greater;
    if (key == kth->key) ++equal;
  }
  block_sum_before(greater, sums, all_greater);
  __syncthreads();
  block_sum_before(equal, sums, all_equal);
  if (threadIdx.x != 0) return;
  counts[blockIdx.x] = all_greater;
  counts[gridDim.x + blockIdx.x] = all_equal;
}

template <class Key>
__global__ void __launch_bounds__(threads)
    write_kinds_kernel(const Key* in, Key* out, std::size_t n, std::size_t part, const Kth* kth,
                       const unsigned* counts) {
  __shared__ unsigned sums[2][warps];
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  const unsigned wanted = kth->wanted;
  unsigned greater = counts[blockIdx.x], equal = counts[gridDim.x + blockIdx.x];
  for (std::size_t first = begin; first < end; first += threads) {
    const std::size_t i = first + threadIdx.x;
    Key key{};
    int kind = 0;
    if (i < end) {
      key = in[i];
      kind = in_order(key) > kth->key ? 1 : in_order(key) == kth->key ? 2 : 0;
    }
    unsigned all_greater, all_equal;
    const unsigned greater_before = greater + block_sum_before(kind == 1, sums[0], all_greater);
    const unsigned equal_before = equal + block_sum_before(kind == 2, sums[1], all_equal);
    if (kind == 1) out[greater_before + min(equal_before, wanted)] = key;
    if (kind == 2 && equal_before < wanted) out[greater_before + equal_before] = key;
    greater += all_greater;
    equal += all_equal;
    __syncthreads();
  }
}

/// find(kth) launches what finds the k-th greatest key.
template <class Key, class Find>
void keep_greatest(const Key* in, Key* out, std::size_t n, cudaStream_t stream, Find find) {
  const std::size_t part = (n / threads / (4 * warpgrade::multiprocessors()) + 1) * threads;
  const unsigned blocks = unsigned((n + part - 1) / part);
  Kth* kth = nullptr;
  unsigned* counts = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&kth, sizeof(Kth), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&counts, (2 * blocks + 2) * sizeof(unsigned), stream));
  find(kth);
  count_kinds_kernel<<<blocks, threads, 0, stream>>>(in, n, part, kth, counts);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<2, threads, 0, stream>>>(counts, counts + 2 * blocks, blocks);
  WARPGRADE_CHECK_LAUNCH();
  write_kinds_kernel<<<blocks, threads, 0, stream>>>(in, out, n, part, kth, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(kth, stream));
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

}  // namespace radix_sort
