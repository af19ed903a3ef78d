// Merge sort, fast: each round merges four runs into one. Runs on every card.
// tasks: sort
//
// A round reads and writes the whole list, and with two runs at a time half as many runs are left. With four,
// two levels of merges happen in shared memory, and half as many rounds go through memory. Which parts of the
// four runs make up a tile is found by a search in all four at once; then a block merges the parts in pairs
// by merge path. The first runs are tiles: a thread sorts its items in registers, then the block merges runs
// of one thread, two, four, …
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_items.cuh"
#include "merge_sort.cuh"

namespace merge_sort {

struct Tuning {
  static constexpr int ways = 4;  // runs merged at once
  static constexpr int block_threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr int thread_bytes = 19 * 8;  // of keys and values
  static constexpr int split_threads = 64;
};

template <class Key>
struct Shape {
  /// Of a thread. As many bytes for each type of key, but an odd number, or banks conflict: in shared memory
  /// a thread's items lie one behind the other.
  static constexpr int items = (Tuning::thread_bytes / int(sizeof(Key) + sizeof(Value)) - 1) | 1;
  static constexpr int sort_tile = Tuning::block_threads * items;
  /// The parts of a tile are merged in pairs at first, and each pair begins with a thread of its own. So all
  /// but one of the pairs may leave a thread with less than its items.
  static constexpr int merge_tile = (Tuning::block_threads - (Tuning::ways / 2 - 1)) * items;
};

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

// ==== Tiles: the first runs ============================================================================

template <class Key, class Less>
__global__ void __launch_bounds__(Tuning::block_threads, Tuning::blocks_per_multiprocessor)
    sort_tiles_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  constexpr int items = Shape<Key>::items, tile = Shape<Key>::sort_tile, threads = Tuning::block_threads;
  __shared__ Key keys[tile];
  __shared__ Value values[tile];
  const std::size_t begin = std::size_t(blockIdx.x) * tile;
  const int n = int(min(std::size_t(tile), list.n - begin));
  const auto in_tile = [](int i) { return i; };
  load<items, threads>(list.keys + begin, list.values + begin, n, in_tile, keys, values);
  __syncthreads();

  // ---- Each thread sorts its items
  const int first = threadIdx.x * items, count = min(items, n - first);
  Key my_keys[items];
  Value my_values[items];
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (k < count) my_keys[k] = keys[first + k], my_values[k] = values[first + k];
  if (count == items)
    sort_in_registers<true>(my_keys, my_values, count, less);
  else
    sort_in_registers<false>(my_keys, my_values, count, less);
  put(my_keys, my_values, keys, values, first, n);  // nobody else reads or writes them before the barrier
  __syncthreads();

  // ---- Merge runs of one thread, two, four, …
  for (int width = items; width < n; width *= 2) {
    const int pair = first / (2 * width) * (2 * width);
    if (first < n)
      merge_to_registers(keys, values, pair, min(pair + width, n), min(pair + 2 * width, n), first - pair,
                         my_keys, my_values, less);
    __syncthreads();
    put(my_keys, my_values, keys, values, first, n);
    __syncthreads();
  }

  // ---- Store
  for (int i = threadIdx.x; i < n; i += threads) {
    keys_out[begin + i] = keys[i];
    values_out[begin + i] = values[i];
  }
}

// ==== A round: runs become four times as long ==========================================================

/// Four neighbouring runs are a group, and become one run. A block merges one tile of one group.
struct Round {
  std::size_t n, width, tiles_per_group;
  int tile_size;

  std::size_t tiles() const {
    const std::size_t group = Tuning::ways * width;
    return n / group * tiles_per_group + div_up(n % group, tile_size);
  }
  __device__ std::size_t group_begin(std::size_t tile) const {
    return tile / tiles_per_group * Tuning::ways * width;
  }
  /// Where the tile begins in its group's result.
  __device__ std::size_t diagonal(std::size_t tile) const { return tile % tiles_per_group * tile_size; }
  /// Where run k of the tile's group begins; k = ways: where the last one ends.
  __device__ std::size_t run_begin(std::size_t tile, int k) const {
    return min(group_begin(tile) + k * width, n);
  }
};

/// A thread finds where a tile begins in each run of its group: splits[tile * ways + run].
template <class Key, class Less>
__global__ void split_kernel(const Key* keys, Round round, std::size_t tiles, std::size_t* splits,
                             Less less) {
  constexpr int ways = Tuning::ways;
  const std::size_t tile = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile >= tiles) return;
  std::size_t next[ways], end[ways];
#pragma unroll
  for (int k = 0; k < ways; ++k) {
    next[k] = round.run_begin(tile, k);
    end[k] = round.run_begin(tile, k + 1);
  }
  // The tiles before this one still get `left` items. Look `step` items ahead in each run. Up to the least of
  // the items seen there are at most ways * step, of all runs, and no more than `left`: so those tiles get
  // all that its run has up to there.
  for (std::size_t left = round.diagonal(tile); left > 0;) {
    const std::size_t step = max(left / ways, std::size_t(1));
    int least = -1;
    Key seen[ways], least_key{};
#pragma unroll
    for (int k = 0; k < ways; ++k)
      if (next[k] + step <= end[k]) seen[k] = keys[next[k] + step - 1];
#pragma unroll
    for (int k = 0; k < ways; ++k)
      if (next[k] + step <= end[k] && (least < 0 || less(seen[k], least_key)))  // equal: the first
        least = k, least_key = seen[k];
#pragma unroll
    for (int k = 0; k < ways; ++k)
      if (k == least) next[k] += step;
    left -= step;
  }
#pragma unroll
  for (int k = 0; k < ways; ++k) splits[tile * ways + k] = next[k];
}

template <class Key, class Less>
__global__ void __launch_bounds__(Tuning::block_threads, Tuning::blocks_per_multiprocessor)
    merge_runs_kernel(const Key* keys_in, const Value* values_in, Round round, const std::size_t* splits,
                      Key* keys_out, Value* values_out, Less less) {
  constexpr int ways = Tuning::ways, items = Shape<Key>::items, tile_size = Shape<Key>::merge_tile,
                threads = Tuning::block_threads;
  __shared__ Key keys[tile_size];
  __shared__ Value values[tile_size];
  __shared__ std::size_t begins[ways], ends[ways];
  const std::size_t tile = blockIdx.x;

  // ---- The parts of the tile, one of each run
  if (threadIdx.x < ways) {
    const int k = threadIdx.x;
    const bool is_last = tile + 1 == gridDim.x || round.diagonal(tile + 1) == 0;  // of its group
    begins[k] = splits[tile * ways + k];
    ends[k] = is_last ? round.run_begin(tile, k + 1) : splits[(tile + 1) * ways + k];
  }
  __syncthreads();
  int offset[ways + 1];  // where each begins in the tile
  offset[0] = 0;
#pragma unroll
  for (int k = 0; k < ways; ++k) offset[k + 1] = offset[k] + int(ends[k] - begins[k]);
  const int n = offset[ways];

  // ---- Load
  const auto in_list = [&](int i) {
    std::size_t from = begins[0] + i;
#pragma unroll
    for (int run = 1; run < ways; ++run)
      if (i >= offset[run]) from = begins[run] + (i - offset[run]);
    return from;
  };
  load<items, threads>(keys_in, values_in, n, in_list, keys, values);
  __syncthreads();

  // ---- Merge the parts in pairs, until one is left
#pragma unroll
  for (int width = 1; width < ways; width *= 2) {
    int begin = n, middle = n, end = n, first = 0;  // the thread's pair, and its place in that one's result
    int thread = threadIdx.x;                       // of those that the pair has
#pragma unroll
    for (int k = 0; k < ways; k += 2 * width) {
      const int pair_threads = (offset[k + 2 * width] - offset[k] + items - 1) / items;
      if (thread >= 0 && thread < pair_threads) {
        begin = offset[k], middle = offset[k + width], end = offset[k + 2 * width];
        first = thread * items;
      }
      thread -= pair_threads;
    }
    Key my_keys[items];
    Value my_values[items];
    if (begin + first < end)
      merge_to_registers(keys, values, begin, middle, end, first, my_keys, my_values, less);
    __syncthreads();
    put(my_keys, my_values, keys, values, begin + first, end);
    __syncthreads();
  }

  // ---- Store
  const std::size_t to = round.group_begin(tile) + round.diagonal(tile);
  for (int i = threadIdx.x; i < n; i += threads) {
    keys_out[to + i] = keys[i];
    values_out[to + i] = values[i];
  }
}

// ==== Tiles, then rounds ===============================================================================

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = list.n;
  if (n == 0) return;
  constexpr int first_width = Shape<Key>::sort_tile, tile_size = Shape<Key>::merge_tile, ways = Tuning::ways;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  std::size_t* splits = nullptr;
  const std::size_t most_tiles = n / tile_size + n / (ways * first_width) + 2;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&splits, most_tiles * ways * sizeof *splits, stream));

  // The arrays take turns, so that the last round writes the result
  for (std::size_t width = first_width; width < n; width *= ways) {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  sort_tiles_kernel<<<unsigned(div_up(n, first_width)), Tuning::block_threads, 0, stream>>>(list, keys,
                                                                                            values, less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = first_width; width < n; width *= ways) {
    const Round round{n, width, div_up(ways * width, tile_size), tile_size};
    const std::size_t tiles = round.tiles();
    split_kernel<<<unsigned(div_up(tiles, Tuning::split_threads)), Tuning::split_threads, 0, stream>>>(
        keys, round, tiles, splits, less);
    WARPGRADE_CHECK_LAUNCH();
    merge_runs_kernel<<<unsigned(tiles), Tuning::block_threads, 0, stream>>>(keys, values, round, splits,
                                                                             other_keys, other_values, less);
    WARPGRADE_CHECK_LAUNCH();
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  WARPGRADE_CHECK(cudaFreeAsync(splits, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
