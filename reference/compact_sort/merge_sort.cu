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
  std::size_t high = n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (less(keys[middle], key))
      low = middle + 1;
    else
      high = middle;
  }
  // END TODO
  return low;
}

/// The same if it comes from list b: those that are less, and those that are equal.
template <class Key, class Less>
__device__ std::size_t upper_bound(const Key* keys, std::size_t n, Key key, Less less) {
  std::size_t low = 0;
  // TODO: As lower_bound. A key is less than `key` or equal if less(key, that key) is false.
  std::size_t high = n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (!less(key, keys[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  // END TODO
  return low;
}

template <class Key, class Less>
__global__ void merge_lists_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  // TODO: The first a.n threads have an element of a, the next b.n one of b. Its place in the result: how
  // many of its own list are before it, and how many of the other.
  if (t < a.n) {
    const std::size_t place = t + lower_bound(b.keys, b.n, a.keys[t], less);
    keys[place] = a.keys[t];
    values[place] = a.values[t];
  } else if (t < a.n + b.n) {
    const std::size_t i = t - a.n;
    const std::size_t place = i + upper_bound(a.keys, a.n, b.keys[i], less);
    keys[place] = b.keys[i];
    values[place] = b.values[i];
  }
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
  for (int width = 1; width < n; width *= 2) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      // Where both runs begin, where the second one begins, and where it ends.
      const int pair = i / (2 * width) * (2 * width), middle = min(pair + width, n);
      const int end = min(pair + 2 * width, n);
      const Key key = keys[from][i];
      const int place = i < middle ? i + lower_bound(&keys[from][middle], end - middle, key, less)
                                   : i - width + upper_bound(&keys[from][pair], width, key, less);
      keys[1 - from][place] = key;
      values[1 - from][place] = values[from][i];
    }
    from = 1 - from;
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    keys_out[begin + i] = keys[from][i];
    values_out[begin + i] = values[from][i];
  }
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
  std::size_t high = min(diagonal, a_n);
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (!less(b[diagonal - middle - 1], a[middle]))
      low = middle + 1;
    else
      high = middle;
  }
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

  // Where the tile begins and ends
  if (threadIdx.x < 2)
    splits[threadIdx.x] = merge_path_split(a.keys, a.n, b.keys, b.n, threadIdx.x ? end : begin, less);
  __syncthreads();
  const std::size_t a_begin = splits[0], b_begin = begin - a_begin;
  const int a_n = int(splits[1] - a_begin), b_n = n - a_n;

  // Load
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    keys[i] = i < a_n ? a.keys[a_begin + i] : b.keys[b_begin + i - a_n];
    values[i] = i < a_n ? a.values[a_begin + i] : b.values[b_begin + i - a_n];
  }
  __syncthreads();

  // Merge, each thread its part
  const int first = min(int(threadIdx.x) * Tuning::items_per_thread, n);
  const int last = min(first + Tuning::items_per_thread, n);
  int i = int(merge_path_split(keys, a_n, keys + a_n, b_n, first, less)), j = a_n + first - i;
  Key my_keys[Tuning::items_per_thread];
  Value my_values[Tuning::items_per_thread];
  for (int k = 0; k < last - first; ++k) {
    const bool from_a = j == n || (i < a_n && !less(keys[j], keys[i]));
    const int source = from_a ? i++ : j++;
    my_keys[k] = keys[source];
    my_values[k] = values[source];
  }
  __syncthreads();

  // Store
  for (int k = 0; k < last - first; ++k) {
    keys[first + k] = my_keys[k];
    values[first + k] = my_values[k];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    keys_out[begin + i] = keys[i];
    values_out[begin + i] = values[i];
  }
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
  const std::size_t pair = begin / (2 * width) * (2 * width);
  const std::size_t middle = min(pair + width, list.n), end = min(pair + 2 * width, list.n);
  merge_tile(part_of(list, pair, middle), part_of(list, middle, end), begin - pair, keys + pair,
             values + pair, less);
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
  for (std::size_t width = Tuning::tile; width < list.n; width *= 2) {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  sort_tiles_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = Tuning::tile; width < list.n; width *= 2) {
    const List<Key> runs{keys, values, list.n};
    std::swap(keys, other_keys);
    std::swap(values, other_values);
    merge_runs_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(runs, width, keys, values, less);
    WARPGRADE_CHECK_LAUNCH();
  }
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
