// Merge sort: stable, by any order, keys with values.
//
// Given:      lists of keys and values on the device, any of them may be empty; block_sort has n <= 1024.
// Guarantees: less(x, y) says whether x must stand before y. Where neither must, they are equal.
// Result:     equal keys keep their order, and those of list a come before those of list b.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/merge_sort/README.md
#include <algorithm>
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

struct Tuning {
  static constexpr int block_threads = 128;
  static constexpr int items_per_thread = 8;  // merged one after the other
  static constexpr int tile = block_threads * items_per_thread;
};

using warpgrade::div_up;

// ==== merge_lists: each element finds its place ========================================================

/// How many of the n sorted keys belong before `key` if it comes from list a: those that are less.
template <class Key, class Less>
__device__ std::size_t lower_bound(const Key* keys, std::size_t n, Key key, Less less) {
  std::size_t low = 0;
  // TODO: Binary search. Of the keys in [low, high) it is not known yet; look at the middle one until none is
  // left.
  // END TODO
  return low;
}

/// The same if it comes from list b: those that are less, and those that are equal.
template <class Key, class Less>
__device__ std::size_t upper_bound(const Key* keys, std::size_t n, Key key, Less less) {
  std::size_t low = 0;
  // TODO: As lower_bound. A key is less than `key` or equal if less(key, that key) is false.
  // END TODO
  return low;
}

template <class Key, class Less>
__global__ void merge_lists_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  // TODO: The first a.n threads have an element of a, the next b.n one of b. Its place in the result: how
  // many of its own list are before it, and how many of the other.
  // END TODO
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = a.n + b.n;
  if (n == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  merge_lists_kernel<<<div_up(n, Tuning::block_threads), Tuning::block_threads, 0, stream>>>(a, b, keys,
                                                                                             values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== block_sort: a tile in shared memory ==============================================================

/// Sorts tile number blockIdx.x of the list.
template <class Key, class Less>
__global__ void sort_tiles_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  __shared__ Key keys[2][Tuning::tile];
  __shared__ Value values[2][Tuning::tile];
  const std::size_t begin = std::size_t(blockIdx.x) * Tuning::tile;
  const int n = int(min(std::size_t(Tuning::tile), list.n - begin));
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    keys[0][i] = list.keys[begin + i];
    values[0][i] = list.values[begin + i];
  }
  int from = 0;  // the arrays take turns
  __syncthreads();
  // TODO: Runs of 1 element are sorted. With width 1, 2, 4, … merge each run with its neighbour, as in
  // merge_lists: every element finds its place, and goes from keys[from] to keys[1 - from]. The last run may
  // be short, or have no neighbour. Then `from` changes. At the end store the tile.
  // END TODO
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  sort_tiles_kernel<<<1, Tuning::block_threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== merge_path: all blocks merge two lists ===========================================================

/// How many of the first `diagonal` elements of the merged list come from a; the others come from b.
template <class Key, class Less>
__device__ std::size_t merge_path_split(const Key* a, std::size_t a_n, const Key* b, std::size_t b_n,
                                        std::size_t diagonal, Less less) {
  std::size_t low = diagonal > b_n ? diagonal - b_n : 0;  // at least: b has no more
  // TODO: Binary search between `low` and min(diagonal, a_n). If `middle` elements come from a, diagonal -
  // middle come from b. That is too few of a if a[middle] belongs before the last of b: b[diagonal - middle -
  // 1]. Equal: a is first.
  // END TODO
  return low;
}

/// The block merges one tile of the result: the elements [begin, begin + tile) of a and b merged.
template <class Key, class Less>
__device__ void merge_tile(List<Key> a, List<Key> b, std::size_t begin, Key* keys_out, Value* values_out,
                           Less less) {
  __shared__ Key keys[Tuning::tile];
  __shared__ Value values[Tuning::tile];
  __shared__ std::size_t splits[2];
  const std::size_t end = min(begin + Tuning::tile, a.n + b.n);
  const int n = int(end - begin);
  // TODO: Two threads find where the tile begins and ends in a. Load its part of a, and behind that its part
  // of b. Each thread finds its own diagonal in the tile, and merges items_per_thread elements to registers.
  // When all have read, they write these to `keys` and `values`, and the block stores the tile.
  // END TODO
}

template <class Key, class Less>
__global__ void merge_path_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  merge_tile(a, b, std::size_t(blockIdx.x) * Tuning::tile, keys, values, less);
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = a.n + b.n;
  if (n == 0) return;
  merge_path_kernel<<<div_up(n, Tuning::tile), Tuning::block_threads, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== sort: tiles, then rounds of merges ===============================================================

/// Elements [begin, end) of a list.
template <class Key>
__device__ List<Key> part_of(List<Key> list, std::size_t begin, std::size_t end) {
  return {list.keys + begin, list.values + begin, end - begin};
}

/// One round: runs of `width` elements become runs of 2 · width. Tile number blockIdx.x of the result.
template <class Key, class Less>
__global__ void merge_runs_kernel(List<Key> list, std::size_t width, Key* keys, Value* values, Less less) {
  const std::size_t begin = std::size_t(blockIdx.x) * Tuning::tile;
  // TODO: Which two runs is this tile of? The last run may be short, or have no neighbour. Then merge_tile.
  // END TODO
}

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  const unsigned tiles = div_up(list.n, Tuning::tile);
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, list.n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, list.n * sizeof(Value), stream));
  // TODO: Sort the tiles, then merge runs of 1, 2, 4, … tiles. The rounds go back and forth between the
  // result and the other arrays; begin so that the last one writes the result.
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
