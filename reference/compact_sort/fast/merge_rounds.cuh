// Tiles, then rounds: each round merges four runs into one (used by merge_sort.cu and merge_sort.sm_90.cu).
//
// A round reads and writes the whole list, and with two runs at a time half as many runs are left. With four,
// two levels of merges happen in shared memory, and half as many rounds go through memory. Which parts of the
// four runs make up a tile is found by a search in all four at once, by a warp; then a block merges the parts
// in pairs by merge path. The first runs are tiles: a thread sorts its items in registers, then the block
// merges runs of one thread, two, four, …
#pragma once

#include <cstddef>
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_items.cuh"
#include "merge_sort.cuh"

namespace merge_sort {

constexpr int ways = 4;  // runs merged at once

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// A block, and how much each of its threads takes.
template <class Key, int block_threads, int blocks, int thread_bytes>
struct BlockShape {
  static constexpr int threads = block_threads, blocks_per_multiprocessor = blocks;
  /// Of a thread. As many bytes for each type of key, but an odd number, or banks conflict: in shared memory
  /// a thread's items lie one behind the other.
  static constexpr int items = (thread_bytes / int(sizeof(Key) + sizeof(Value)) - 1) | 1;
};

template <class SortBlock_, class MergeBlock_, bool splits_first_>
struct Shape {
  using SortBlock = SortBlock_;
  using MergeBlock = MergeBlock_;
  /// A kernel of its own finds all splits of a round. Otherwise each block finds its own.
  static constexpr bool splits_first = splits_first_;
  static constexpr int sort_tile = SortBlock::threads * SortBlock::items;
  /// The parts of a tile are merged in pairs at first, and each pair begins with a thread of its own. So all
  /// but one of the pairs may leave a thread with less than its items.
  static constexpr int merge_tile = (MergeBlock::threads - (ways / 2 - 1)) * MergeBlock::items;
};

// ==== Tiles: the first runs ============================================================================

template <class Launch, class Block, class Key, class Less>
__global__ void __launch_bounds__(Block::threads, Block::blocks_per_multiprocessor)
    sort_tiles_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  constexpr int items = Block::items, threads = Block::threads, tile = threads * items;
  __shared__ Key keys[tile];
  __shared__ Value values[tile];
  Launch::wait();
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
  std::size_t n, width;
  int tile_size;
  unsigned tiles_per_group;

  unsigned tiles() const {
    const std::size_t group = ways * width;
    return unsigned(n / group * tiles_per_group + div_up(n % group, tile_size));
  }
  __device__ std::size_t group_begin(unsigned tile) const { return tile / tiles_per_group * ways * width; }
  /// Where the tile begins in its group's result.
  __device__ std::size_t diagonal(unsigned tile) const {
    return std::size_t(tile % tiles_per_group) * tile_size;
  }
  /// Where run k of the tile's group begins; k = ways: where the last one ends.
  __device__ std::size_t run_begin(unsigned tile, int k) const {
    return min(group_begin(tile) + k * width, n);
  }
};

/// A warp finds where the tile begins in each run of its group.
template <class Key, class Less>
__device__ void split(const Key* keys, const Round& round, unsigned tile, std::size_t diagonal,
                      std::size_t* begins, Less less) {
  constexpr int samples = 32 / ways;  // of a run. A lane looks at one
  const int lane = threadIdx.x % 32, run = lane / samples;
  std::size_t next = round.run_begin(tile, run);
  const std::size_t end = round.run_begin(tile, run + 1);
  // The tiles before this one still get `left` items. Look 1, 2, … times `step` items ahead in each run. Of
  // all these samples take the least, as many as a run has: what lies before them in their runs, they
  // included, goes to those tiles. For it is all less than the last one taken; and less than that are at
  // most those, and in each of the other runs up to step - 1 more: no more than `left`.
  for (std::size_t left = diagonal; left > 0;) {
    const std::size_t step = max((left + ways - 1) / (samples + ways - 1), std::size_t(1));
    const std::size_t ahead = (lane % samples + 1) * step;
    const bool exists = next + ahead <= end;
    Key key{};
    if (exists) key = keys[next + ahead - 1];
    const unsigned all = __ballot_sync(warpgrade::kFullWarp, exists);
    int rank = 0;
#pragma unroll
    for (int other = 0; other < 32; ++other) {
      const Key sample = warpgrade::shfl(key, other);
      if (exists && (all >> other & 1))  // of equals the first
        rank += other < lane ? !less(key, sample) : less(sample, key);
    }
    const bool is_taken = exists && rank < int(min(left, std::size_t(samples)));
    const unsigned taken = __ballot_sync(warpgrade::kFullWarp, is_taken);
    next += __popc(taken >> run * samples & ((1u << samples) - 1)) * step;
    left -= __popc(taken) * step;
  }
  if (lane % samples == 0) begins[run] = next;
}

/// splits[tile * ways + run]
template <class Launch, class Key, class Less>
__global__ void split_kernel(const Key* keys, Round round, unsigned tiles, std::size_t* splits, Less less) {
  Launch::wait();
  const unsigned tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (tile < tiles) split(keys, round, tile, round.diagonal(tile), splits + std::size_t(tile) * ways, less);
}

template <class Launch, class Block, bool splits_first, class Key, class Less>
__global__ void __launch_bounds__(Block::threads, Block::blocks_per_multiprocessor)
    merge_runs_kernel(const Key* keys_in, const Value* values_in, Round round, const std::size_t* splits,
                      Key* keys_out, Value* values_out, Less less) {
  constexpr int items = Block::items, threads = Block::threads,
                tile_size = (threads - (ways / 2 - 1)) * items;
  __shared__ Key keys[tile_size];
  __shared__ Value values[tile_size];
  __shared__ std::size_t begins[ways], ends[ways];
  Launch::wait();
  const unsigned tile = blockIdx.x, warp = threadIdx.x / 32;
  const std::size_t diagonal = round.diagonal(tile);

  // ---- The parts of the tile, one of each run
  const bool is_last = tile + 1 == gridDim.x || round.diagonal(tile + 1) == 0;  // of its group
  if (threadIdx.x < ways) {
    const int k = threadIdx.x;
    if (splits_first) begins[k] = splits[std::size_t(tile) * ways + k];
    if (is_last)
      ends[k] = round.run_begin(tile, k + 1);
    else if (splits_first)
      ends[k] = splits[std::size_t(tile + 1) * ways + k];
  }
  if constexpr (!splits_first) {
    if (warp == 0) split(keys_in, round, tile, diagonal, begins, less);
    if (warp == 1 && !is_last) split(keys_in, round, tile, diagonal + tile_size, ends, less);
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
  const std::size_t to = round.group_begin(tile) + diagonal;
  for (int i = threadIdx.x; i < n; i += threads) {
    keys_out[to + i] = keys[i];
    values_out[to + i] = values[i];
  }
}

// ==== Tiles, then rounds ===============================================================================

/// Kernels one after the other.
struct InTurn {
  __device__ static void wait() {}
  template <class... Parameters, class... Arguments>
  static void launch(void (*kernel)(Parameters...), std::size_t blocks, unsigned threads, cudaStream_t stream,
                     Arguments... arguments) {
    kernel<<<unsigned(blocks), threads, 0, stream>>>(arguments...);
    WARPGRADE_CHECK_LAUNCH();
  }
};

template <class Launch, class Shape, class Key, class Less>
void sort_in_rounds(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  using SortBlock = typename Shape::SortBlock;
  using MergeBlock = typename Shape::MergeBlock;
  constexpr int first_width = Shape::sort_tile, tile_size = Shape::merge_tile;
  constexpr bool splits_first = Shape::splits_first;
  constexpr unsigned split_warps = 2;  // of a block
  const std::size_t n = list.n;
  const auto sort_tiles = [&] {
    InTurn::launch(sort_tiles_kernel<Launch, SortBlock, Key, Less>, div_up(n, first_width),
                   SortBlock::threads, stream, list, keys, values, less);
  };
  if (n <= first_width) return sort_tiles();

  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  std::size_t* splits = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));
  if (splits_first) {
    const std::size_t most_tiles = n / tile_size + n / (ways * first_width) + 2;
    WARPGRADE_CHECK(cudaMallocAsync(&splits, most_tiles * ways * sizeof *splits, stream));
  }
  // The arrays take turns, so that the last round writes the result
  for (std::size_t width = first_width; width < n; width *= ways) {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  sort_tiles();
  for (std::size_t width = first_width; width < n; width *= ways) {
    const Round round{n, width, tile_size, unsigned(div_up(ways * width, tile_size))};
    const unsigned tiles = round.tiles();
    if (splits_first)
      Launch::launch(split_kernel<Launch, Key, Less>, div_up(tiles, split_warps), split_warps * 32, stream,
                     keys, round, tiles, splits, less);
    Launch::launch(merge_runs_kernel<Launch, MergeBlock, splits_first, Key, Less>, tiles, MergeBlock::threads,
                   stream, keys, values, round, splits, other_keys, other_values, less);
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  if (splits_first) WARPGRADE_CHECK(cudaFreeAsync(splits, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
