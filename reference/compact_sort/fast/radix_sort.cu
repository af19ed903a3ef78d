// Radix sort, fast: each pass reads and writes every key once (Onesweep; Adinets & Merrill, 2022). Runs on
// every card.
// tasks: sort_keys sort_pairs
//
// The readable form reads the keys twice in each pass, to count digits and to move keys. But a pass moves
// keys and changes none: how many keys have which digit is the same before all passes. So one kernel counts
// the digits of all passes. What it cannot know is how many keys of a digit lie in the tiles to the left:
// these are other keys in each pass. That the tiles tell each other by decoupled look-back, as in the fast
// scan, with 256 sums instead of one: thread d of a block looks back for digit d. Within a tile, each warp
// ranks its keys with counters of its own, row by row, without a barrier.
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_digits.cuh"
#include "radix_look_back.cuh"
#include "radix_ranks.cuh"
#include "radix_small.cuh"
#include "radix_sort.cuh"

namespace radix_sort {

struct Tuning {
  static constexpr int threads = digits;  // of a block. Thread d: digit d
  static constexpr int warps = threads / 32;
};

/// rows: keys of a thread, which stay in registers.
template <int rows_, int blocks_per_multiprocessor_, int window_>
struct Shape {
  static constexpr int rows = rows_, blocks_per_multiprocessor = blocks_per_multiprocessor_;
  static constexpr int window = window_;  // tiles that a thread looks back to at once
};

template <class Key, class Value>
struct Shapes {
  static constexpr bool has_values = is_value<Value>;
  /// Of a key or of a value, whichever is larger.
  static constexpr std::size_t size = std::max(sizeof(Key), sizeof(Value));
  using Tiny = SmallArray<Key, Value, 512, (size > 4 ? 4 : 8)>;  // in one block
  using OneBlock = SmallArray<Key, Value, 512, (size > 4 ? 8 : 16)>;
  // Few keys, for as many multiprocessors as possible
  using Small = Shape<8, 4, 8>;
  using Middle = Shape<(size == 4 && has_values ? 24 : 16), (size > 4 || has_values ? 3 : 4), 4>;
  // As many as fit into registers, of which two blocks leave 128 for a thread, and into 64 KB of shared
  // memory, which every card has
  using Large = Shape<(size > 4 ? 24 : has_values ? 46 : 48), (size > 4 && !has_values ? 3 : 2), 4>;
  // For a few waves of blocks: smaller tiles leave less to do in the last one
  using Waves = std::conditional_t<(size == 4 && has_values), Shape<32, 2, 4>, Large>;
  // Up to how many keys each is for: the middle one up to 16 MB of keys and values, the one of waves up to 32
  static constexpr std::size_t small_keys = std::size_t(1) << 18;
  static constexpr std::size_t middle_keys =
      (std::size_t(16) << 20) / (sizeof(Key) + (has_values ? sizeof(Value) : 0));
  static constexpr std::size_t waves_keys = 2 * middle_keys;
};

// ==== A pass ===========================================================================================

template <class Key, class Value, int rows>
struct Tile {
  static constexpr unsigned size = rows * Tuning::threads;

  union {  // in the order of digits: first the keys, then the values
    BitsOf<Key> bits[size];
    Value values[size];
  };
  unsigned counters[Tuning::warps][digits];
  unsigned places[digits];  // + index in the tile = index in the output
  unsigned warp_sums[Tuning::warps];
  unsigned index;
};

/// counts: of the pass's digits. ticket: zero at first.
template <class Shape, class Key, class Value>
__global__ void __launch_bounds__(Tuning::threads, Shape::blocks_per_multiprocessor)
    pass_kernel(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                int pass, const unsigned* counts, Tiles tiles, unsigned* ticket) {
  constexpr int rows = Shape::rows, threads = Tuning::threads;
  using Tile = radix_sort::Tile<Key, Value, rows>;
  using Bits = BitsOf<Key>;
  extern __shared__ uint4 shared_memory[];
  Tile& shared = *reinterpret_cast<Tile*>(shared_memory);
  const unsigned warp = threadIdx.x / 32, digit = threadIdx.x;
  const Place place(pass);

  // ---- Take a ticket: blocks start in any order, but whoever waits must wait for blocks that have started
  if (threadIdx.x == 0) shared.index = atomicAdd(ticket, 1u);
  for (int w = 0; w < Tuning::warps; ++w) shared.counters[w][threadIdx.x] = 0;
  __syncthreads();
  const unsigned tile = shared.index;
  const std::size_t begin = std::size_t(tile) * shared.size;
  const unsigned count = unsigned(min(n - begin, std::size_t(shared.size)));

  // ---- Load: a part of the tile for each warp. Behind the end the largest key stands, which stays there
  const unsigned part = warp * rows * 32, part_count = count > part ? count - part : 0;
  Key keys[rows];
  load_rows(keys_in + begin + part, part_count, from_bits<Key>(~Bits(0)), keys);
  Bits bits[rows];
#pragma unroll
  for (int r = 0; r < rows; ++r) bits[r] = to_bits(keys[r]);

  // ---- Rank in the warp: behind the keys of this digit in the rows above, and in the lanes below
  unsigned rank[rows];
  rank_in_warp(bits, rows, place, shared.counters[warp], rank);
  __syncthreads();

  // ---- Publish early, others wait for it; then counters say where a warp's keys of a digit begin in the
  // tile
  unsigned tile_count = 0;
#pragma unroll
  for (int w = 0; w < Tuning::warps; ++w) tile_count += shared.counters[w][digit];
  if (tile > 0) tiles.publish(tile, digit, tiles.aggregate, tile_count);
  const unsigned digit_begin = block_exclusive_sum(tile_count, shared.warp_sums);
  unsigned next = digit_begin;
#pragma unroll
  for (int w = 0; w < Tuning::warps; ++w) {
    const unsigned warp_count = shared.counters[w][digit];
    shared.counters[w][digit] = next;
    next += warp_count;
  }
  __syncthreads();

  // ---- Order the keys, so that neighbours go to neighbours
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    rank[r] += shared.counters[warp][place.digit(bits[r])];
    shared.bits[rank[r]] = bits[r];
  }

  // ---- Look back. The first tile's keys go where the digit begins: behind all keys of smaller ones
  const unsigned to = tile > 0 ? tiles.look_back<Shape::window>(tile, digit)
                               : block_exclusive_sum(counts[digit], shared.warp_sums);
  tiles.publish(tile, digit, tiles.prefix, to + tile_count);
  shared.places[digit] = to - digit_begin;
  __syncthreads();

  // ---- Store. Values go the same way as the keys: their digits are kept, four in a register
  unsigned kept[(rows + 3) / 4] = {};
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    const unsigned i = r * threads + threadIdx.x;
    const Bits sorted = shared.bits[i];
    const unsigned d = place.digit(sorted);
    if constexpr (is_value<Value>) kept[r / 4] |= d << r % 4 * digit_bits;
    if (i < count) keys_out[shared.places[d] + i] = from_bits<Key>(sorted);
  }
  if constexpr (is_value<Value>) {
    Value values[rows];
    load_rows(values_in + begin + part, part_count, Value(), values);
    __syncthreads();
#pragma unroll
    for (int r = 0; r < rows; ++r) shared.values[rank[r]] = values[r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const unsigned i = r * threads + threadIdx.x, d = kept[r / 4] >> r % 4 * digit_bits & (digits - 1);
      if (i < count) values_out[shared.places[d] + i] = shared.values[i];
    }
  }
}

// ==== All passes =======================================================================================

template <class Shape, class Key, class Value>
void sort_in_passes(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out,
                    std::size_t n, cudaStream_t stream) {
  using Tile = radix_sort::Tile<Key, Value, Shape::rows>;
  const std::size_t tile_count = (n + Tile::size - 1) / Tile::size;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  if (values_in) WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));

  // What must be zero at first: the tiles' words, the counts, a ticket for each pass
  constexpr int count_size = passes<Key> * digits;
  unsigned long long* words = nullptr;
  const std::size_t word_count = tile_count * digits;
  const std::size_t bytes = word_count * sizeof *words + (count_size + passes<Key>)*sizeof(unsigned);
  WARPGRADE_CHECK(cudaMallocAsync(&words, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(words, 0, bytes, stream));
  unsigned* const counts = reinterpret_cast<unsigned*>(words + word_count);
  unsigned* const tickets = counts + count_size;

  count_digits(keys_in, n, counts, stream);

  const auto kernel = pass_kernel<Shape, Key, Value>;
  allow_shared(kernel, sizeof(Tile));
  for (int pass = 0; pass < passes<Key>; ++pass) {
    const bool to_out = pass % 2 == 1;  // the number of passes is even: the last one is
    Key* const keys_to = to_out ? keys_out : other_keys;
    Value* const values_to = to_out ? values_out : other_values;
    const Tiles tiles{words, 2 * unsigned(pass) + 1, 2 * unsigned(pass) + 2};
    kernel<<<unsigned(tile_count), Tuning::threads, sizeof(Tile), stream>>>(
        keys_in, values_in, keys_to, values_to, n, pass, counts + pass * digits, tiles, tickets + pass);
    WARPGRADE_CHECK_LAUNCH();
    keys_in = keys_to;
    values_in = values_to;
  }
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  if (other_values) WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

template <class Key, class Value>
void sort(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
          cudaStream_t stream) {
  using Shapes = radix_sort::Shapes<Key, Value>;
  if (n == 0) return;
  if (n <= Shapes::Tiny::size)
    sort_small<typename Shapes::Tiny>(keys_in, values_in, keys_out, values_out, n, stream);
  else if (n <= Shapes::OneBlock::size)
    sort_small<typename Shapes::OneBlock>(keys_in, values_in, keys_out, values_out, n, stream);
  else if (n <= Shapes::small_keys)
    sort_in_passes<typename Shapes::Small>(keys_in, values_in, keys_out, values_out, n, stream);
  else if (n <= Shapes::middle_keys)
    sort_in_passes<typename Shapes::Middle>(keys_in, values_in, keys_out, values_out, n, stream);
  else if (n <= Shapes::waves_keys)
    sort_in_passes<typename Shapes::Waves>(keys_in, values_in, keys_out, values_out, n, stream);
  else
    sort_in_passes<typename Shapes::Large>(keys_in, values_in, keys_out, values_out, n, stream);
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

}  // namespace radix_sort
