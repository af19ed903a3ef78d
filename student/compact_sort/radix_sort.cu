// Radix sort: digit by digit, the lowest first. A split by one bit, a block's sort, then any n, with values
// or not. And radix select: the k greatest keys, by the highest digit first.
//
// Given:      device pointers; keys are u32, i32, u64 or f32; n may be 0, and is below 2^32.
// Guarantees: inputs are not to be changed; no array overlaps another.
// Stable:     keys with the same digit keep their order. Without that the next pass would undo this one.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/radix_sort/README.md
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
  static constexpr int select_bits = 8, select_digits = 1 << select_bits;  // top_k: a digit for each thread
};

using warpgrade::div_up;

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

// ==== split: one block, one bit ========================================================================

/// One block of whole warps, at least n threads.
__global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  __shared__ unsigned warp_sums[32];
  // TODO: A key whose bit is 0 goes behind the zeros before it. A key whose bit is 1 goes behind all zeros
  // and the ones before it. One scan tells both. Threads without a key take part in the scan, and write
  // nothing.
  // END TODO
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  if (n == 0) return;  // nothing to write, and a launch of 0 threads is an error
  split_kernel<<<1, unsigned(div_up(n, 32)) * 32, 0, stream>>>(in, out, n, bit);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== block_digits: one block, four bits a pass ========================================================
// The same plan serves a block here and the whole device below: count each digit in each part; scan the
// counts, all parts of digit 0, then all parts of digit 1, …; a key's place is its scanned count and its rank
// in its part. Here the parts are warps, below they are blocks.

/// The lanes of this warp whose digit is the same as this lane's. All 32 lanes must call it.
__device__ inline unsigned lanes_of_same_digit(unsigned digit) {
  unsigned lanes = warpgrade::kFullWarp;
  // TODO: Vote with __ballot_sync on each of the digit's bits; keep the lanes that voted as this one did.
  // END TODO
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
  // TODO: Clear the counts. The first lane of each digit in a warp writes how many the warp has. Scan the
  // counts as one array, a count a thread, digit after digit. Add how many lanes before this one have its
  // digit.
  // END TODO
  return rank;
}

__global__ void block_digits_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ RankMemory<Tuning::block_tile / 32> memory;
  __shared__ std::uint32_t keys[Tuning::block_tile];
  // TODO: Threads without a key take the largest one: it stays at the end, behind equal ones of the input. In
  // each pass rank the key by its next digit, put it into `keys` at its rank, and take the one at this
  // thread's place.
  // END TODO
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  block_digits_kernel<<<1, Tuning::block_tile, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== sort_keys and sort_pairs: any n ==================================================================
// A pass has three launches. Upsweep: each block counts the digits of its part. Spine: one block scans the
// counts. Downsweep: each block moves its part, tile by tile.

// Unsigned integers in the order of the keys.
__device__ inline std::uint32_t to_bits(std::uint32_t key) { return key; }
__device__ inline std::uint64_t to_bits(std::uint64_t key) { return key; }
__device__ inline std::uint32_t to_bits(std::int32_t key) {
  std::uint32_t bits = key;
  // TODO: As unsigned numbers the negative ones would come last. One bit makes the difference.
  // END TODO
  return bits;
}
__device__ inline std::uint32_t to_bits(float key) {
  std::uint32_t bits = __float_as_uint(key);
  // TODO: A float is a sign and a size. Negative ones come first, and among them the largest size first.
  // END TODO
  return bits;
}

template <class Key>
__device__ unsigned digit_of(Key key, int shift) {
  return unsigned(to_bits(key) >> shift) & (Tuning::digits - 1);
}

/// Upsweep: block b counts the digits of in[b·part .. (b+1)·part), digit d in counts[d·blocks + b].
template <class Key>
__global__ void upsweep_kernel(const Key* in, std::size_t n, std::size_t part, int shift, unsigned* counts) {
  __shared__ unsigned count[Tuning::digits];
  // TODO: Clear, count with atomicAdd in shared memory, write.
  // END TODO
}

/// Spine: one block of Tuning::tile threads scans `size` counts in place, exclusively.
__global__ void spine_kernel(unsigned* counts, int size) {
  __shared__ unsigned warp_sums[32];
  // TODO: There may be more counts than threads: go through them tile by tile, and carry the sum of those
  // before.
  // END TODO
}

struct NoValue {};  // of keys that are alone

/// Downsweep: block b moves its part of the keys, and their values, to their places; begins: the scanned
/// counts.
template <class Key, class Value>
__global__ void downsweep_kernel(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out,
                                 std::size_t n, std::size_t part, int shift, const unsigned* begins) {
  constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  __shared__ RankMemory<Tuning::tile / 32> memory;
  __shared__ Key keys[Tuning::tile];
  __shared__ Value values[Tuning::tile];
  __shared__ unsigned next[Tuning::digits];  // where the block's next key of each digit goes
  // TODO: Tile by tile: rank the keys; put them and their values into shared memory in the order of their
  // digits; write them from there, so that neighbours go to neighbours: next[digit], and how far behind the
  // tile's first key of this digit. Then move `next` on by what the tile had of each digit. Only the last
  // tile is not full.
  // END TODO
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
    const bool to_out = shift / Tuning::digit_bits % 2 == 1;  // the number of passes is even: the last one is
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

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  sort<Key, NoValue>(in, nullptr, out, nullptr, n, stream);
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  sort(keys_in, values_in, keys_out, values_out, n, stream);
}

// ==== top_k: the k greatest keys =======================================================================
// Radix select. Count the highest digit: that tells in which digit the k-th greatest key lies. Then the next
// digit, of the keys that have this one; after the lowest the key is known. A stable compact ends it.

/// What is known of the k-th greatest key. At first all is 0.
struct Selected {
  std::uint64_t prefix;  // its highest digits, as to_bits has them; 0 in the place of the others
  unsigned above;        // how many keys are greater than all keys that begin with the prefix
  unsigned counts[Tuning::select_digits];  // of each next digit, in the keys that begin with the prefix
};

/// Count: adds the digits at `shift`, in the keys that begin with the prefix, to selected->counts.
template <class Key>
__global__ void count_prefix_kernel(const Key* in, std::size_t n, int shift, Selected* selected) {
  __shared__ unsigned count[Tuning::select_digits];
  // TODO: Clear, count, add up. What begins with the prefix differs from it in this digit and below only.
  // END TODO
}

/// Choose: one block, a thread for each digit, adds one digit to the prefix, and clears the counts.
__global__ void choose_kernel(Selected* selected, unsigned k, int shift) {
  __shared__ unsigned warp_sums[32];
  // TODO: A scan from the greatest digit on tells how many keys are above each. One thread has the k-th.
  // END TODO
}

/// Count for the compact: block b has counts[b] keys that are greater, and counts[blocks + b] that are equal.
template <class Key>
__global__ void count_kept_kernel(const Key* in, std::size_t n, const Selected* selected, unsigned* counts) {
  // TODO: __syncthreads_count tells all threads for how many of them something is true.
  // END TODO
}

/// Compact: writes the greater keys and the first of the equal ones. begins: the counts, scanned as one row.
template <class Key>
__global__ void write_kept_kernel(const Key* in, Key* out, std::size_t n, unsigned k,
                                  const Selected* selected, const unsigned* begins) {
  __shared__ unsigned warp_sums[32];
  // TODO: One scan counts both kinds, each in half a word. A key goes behind the greater ones before it, and
  // the equal ones before it of which `missing` are kept. (begins has all greater keys before equal ones.)
  // END TODO
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const unsigned tiles = unsigned(div_up(n, Tuning::tile)), blocks = min(tiles, unsigned(Tuning::max_blocks));
  Selected* selected = nullptr;  // and behind it two counts for each tile
  WARPGRADE_CHECK(cudaMallocAsync(&selected, sizeof(Selected) + 2 * tiles * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(selected, 0, sizeof(Selected), stream));
  unsigned* const counts = reinterpret_cast<unsigned*>(selected + 1);
  for (int shift = int(sizeof(Key)) * 8 - Tuning::select_bits; shift >= 0; shift -= Tuning::select_bits) {
    count_prefix_kernel<<<blocks, Tuning::tile, 0, stream>>>(in, n, shift, selected);
    choose_kernel<<<1, Tuning::select_digits, 0, stream>>>(selected, unsigned(k), shift);
  }
  count_kept_kernel<<<tiles, Tuning::tile, 0, stream>>>(in, n, selected, counts);
  spine_kernel<<<1, Tuning::tile, 0, stream>>>(counts, int(2 * tiles));
  write_kept_kernel<<<tiles, Tuning::tile, 0, stream>>>(in, out, n, unsigned(k), selected, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(selected, stream));
}

}  // namespace radix_sort
