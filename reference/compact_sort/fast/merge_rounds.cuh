// Tiles, then rounds: each round merges four runs into one (used by merge_sort.cu).
//
// A round reads and writes the whole list, and with two runs at a time half as many runs are left. With four,
// two levels of merges happen in shared memory, and half as many rounds go through memory. Which parts of the
// four runs make up a tile is found by a search in all four at once (merge_splits.cuh); then a block merges
// the parts in pairs by merge path. The first runs are tiles: a thread sorts its items in registers, then the
// block merges runs of one thread, two, four, …
#pragma once

#include <cstddef>
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_items.cuh"
#include "merge_sort.cuh"
#include "merge_splits.cuh"

namespace merge_sort {

/// A block, and how much each of its threads takes.
template <class Key, int block_threads, int blocks, int thread_bytes>
struct Block {
  static constexpr int threads = block_threads, blocks_per_multiprocessor = blocks;
  /// Of a thread. As many bytes for each type of key, but an odd number, or banks conflict: in shared memory
  /// a thread's items lie one behind the other.
  static constexpr int items = (thread_bytes / int(sizeof(Key) + sizeof(Value)) - 1) | 1;
  static constexpr int tile = threads * items;
  /// The parts of a tile are merged in pairs at first, and each pair begins with a thread of its own. So all
  /// but one of the pairs may leave a thread with less than its items.
  static constexpr int merge_tile = (threads - (ways / 2 - 1)) * items;
};

// ==== Tiles: the first runs ============================================================================

template <class Block, class Key, class Less>
__global__ void __launch_bounds__(Block::threads, Block::blocks_per_multiprocessor)
    sort_tiles_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  constexpr int items = Block::items, threads = Block::threads, tile = Block::tile;
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

/// Such a kernel, and its tile.
template <class Key, class Less>
struct TileSort {
  void (*kernel)(List<Key>, Key*, Value*, Less);
  int threads;
  std::size_t tile;
};

template <class Block, class Key, class Less>
TileSort<Key, Less> tile_sort() {
  return {sort_tiles_kernel<Block, Key, Less>, Block::threads, std::size_t(Block::tile)};
}

// ==== A round: runs become four times as long ==========================================================

/// Without `splits`, each block finds those of its tile by itself.
template <class Block, bool has_splits, class Key, class Less>
__global__ void __launch_bounds__(Block::threads, Block::blocks_per_multiprocessor)
    merge_runs_kernel(const Key* keys_in, const Value* values_in, Round round, const std::size_t* splits,
                      Key* keys_out, Value* values_out, Less less) {
  constexpr int items = Block::items, threads = Block::threads, tile_size = Block::merge_tile;
  __shared__ Key keys[tile_size];
  __shared__ Value values[tile_size];
  __shared__ std::size_t begins[ways], ends[ways];
  const unsigned tile = blockIdx.x, warp = threadIdx.x / 32;
  const std::size_t diagonal = round.diagonal(tile);

  // ---- The parts of the tile, one of each run
  const bool is_last = tile + 1 == gridDim.x || round.diagonal(tile + 1) == 0;  // of its group
  if (threadIdx.x < ways) {
    const int k = threadIdx.x;
    if (has_splits) begins[k] = splits[std::size_t(tile) * ways + k];
    if (is_last)
      ends[k] = round.run_begin(tile, k + 1);
    else if (has_splits)
      ends[k] = splits[std::size_t(tile + 1) * ways + k];
  }
  if constexpr (!has_splits) {
    if (warp == 0) split<32>(keys_in, round, tile, diagonal, begins, less);
    if (warp == 1 && !is_last) split<32>(keys_in, round, tile, diagonal + tile_size, ends, less);
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

inline int rounds(std::size_t n, std::size_t tile) {
  int count = 0;
  for (std::size_t width = tile; width < n; width *= ways) ++count;
  return count;
}

/// split_lanes: of a tile, in a kernel of its own that finds all splits of a round; 0: there is none.
template <class MergeBlock, int split_lanes, class Key, class Less>
void sort_in_rounds(const TileSort<Key, Less>& tiles_first, List<Key> list, Key* keys, Value* values,
                    Less less, cudaStream_t stream) {
  constexpr int tile_size = MergeBlock::merge_tile, split_threads = 64;
  constexpr bool has_splits = split_lanes > 0;
  const std::size_t n = list.n, tile = tiles_first.tile;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  std::size_t* splits = nullptr;
  if (tile < n) {
    WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
    WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));
    const std::size_t most_tiles = n / tile_size + n / (ways * tile) + 2 + split_threads;
    if (has_splits) WARPGRADE_CHECK(cudaMallocAsync(&splits, most_tiles * ways * sizeof *splits, stream));
  }
  // The arrays take turns, so that the last round writes the result
  if (rounds(n, tile) % 2 == 1) {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  tiles_first.kernel<<<unsigned(div_up(n, tile)), tiles_first.threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = tile; width < n; width *= ways) {
    const Round round(n, width, tile_size);
    const unsigned tiles = round.tiles();
    if constexpr (has_splits) {
      const std::size_t blocks = div_up(std::size_t(tiles) * split_lanes, split_threads);
      split_kernel<split_lanes>
          <<<unsigned(blocks), split_threads, 0, stream>>>(keys, round, tiles, splits, less);
      WARPGRADE_CHECK_LAUNCH();
    }
    merge_runs_kernel<MergeBlock, has_splits><<<tiles, MergeBlock::threads, 0, stream>>>(
        keys, values, round, splits, other_keys, other_values, less);
    WARPGRADE_CHECK_LAUNCH();
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  if (tile < n) {
    if (has_splits) WARPGRADE_CHECK(cudaFreeAsync(splits, stream));
    // After the last round, these are not the caller's
    WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
    WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
  }
}

}  // namespace merge_sort
