// Right in another style: each thread has many items in registers, an odd number of them. Large tiles mean
// few rounds; and since a thread's items lie side by side in shared memory, lanes read from different banks
// only if the number is odd. A merge has two launches: where each tile begins in both runs, then the tiles.
//
// other technique: merge_lists
#include <algorithm>
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

constexpr int threads = 256, blocks_per_multiprocessor = 4;

/// Of a thread: 17 keys of 4 bytes with their values, fewer of larger keys.
template <class Key>
constexpr int items_of = (136 / int(sizeof(Key) + sizeof(Value)) - 1) | 1;

using warpgrade::div_up;

// ==== A thread's items =================================================================================

/// How many of the first `diagonal` items of a and b, merged, come from a.
template <class Index, class Key, class Less>
__device__ Index split(const Key* a, Index a_n, const Key* b, Index b_n, Index diagonal, Less less) {
  Index low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (less(b[diagonal - 1 - middle], a[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Odd-even transposition of the first `count` items: only neighbours change places, so it is stable.
template <int items, class Key, class Less>
__device__ void sort_items(Key (&keys)[items], Value (&values)[items], int count, Less less) {
#pragma unroll
  for (int step = 0; step < items; ++step) {
#pragma unroll
    for (int i = step % 2; i + 1 < items; i += 2) {
      if (i + 1 >= count || !less(keys[i + 1], keys[i])) continue;
      const Key key = keys[i];
      const Value value = values[i];
      keys[i] = keys[i + 1], values[i] = values[i + 1];
      keys[i + 1] = key, values[i + 1] = value;
    }
  }
}

/// From place `first` on of the runs [begin, middle) and [middle, end) of a tile, merged. The next key of
/// each run is in a register. Behind the last item it takes any, and compares nothing.
template <int items, class Key, class Less>
__device__ void take_merged(const Key* keys, const Value* values, int begin, int middle, int end, int first,
                            Key (&my_keys)[items], Value (&my_values)[items], Less less) {
  if (begin + first >= end) return;
  int i = begin + split(keys + begin, middle - begin, keys + middle, end - middle, first, less);
  int j = middle + first - (i - begin);
  Key a = keys[min(i, end - 1)], b = keys[min(j, end - 1)];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const bool from_a = j >= end || (i < middle && !less(b, a));
    const int from = min(from_a ? i : j, end - 1);
    my_keys[k] = from_a ? a : b;
    my_values[k] = values[from];
    const Key next = keys[min(from + 1, end - 1)];
    if (from_a)
      a = next, ++i;
    else
      b = next, ++j;
  }
}

template <int items, class Key>
__device__ void put(const Key (&my_keys)[items], const Value (&my_values)[items], Key* keys, Value* values,
                    int first, int end) {
#pragma unroll
  for (int k = 0; k < items; ++k) {
    if (first + k >= end) continue;
    keys[first + k] = my_keys[k];
    values[first + k] = my_values[k];
  }
}

/// A tile of n items into shared memory. All loads of a thread are on their way before the first one is
/// needed.
template <int items, class Key, class KeyAt, class ValueAt>
__device__ void load(KeyAt key_at, ValueAt value_at, int n, Key* keys, Value* values) {
  Key my_keys[items];
  Value my_values[items];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = k * threads + threadIdx.x;
    if (i < n) my_keys[k] = key_at(i), my_values[k] = value_at(i);
  }
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = k * threads + threadIdx.x;
    if (i < n) keys[i] = my_keys[k], values[i] = my_values[k];
  }
  __syncthreads();
}

template <class Key>
__device__ void store(const Key* keys, const Value* values, int n, Key* keys_out, Value* values_out) {
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += threads) {
    keys_out[i] = keys[i];
    values_out[i] = values[i];
  }
}

// ==== Sorted tiles =====================================================================================

template <int items, class Key, class Less>
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    tile_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  __shared__ Key keys[items * threads];
  __shared__ Value values[items * threads];
  const std::size_t begin = std::size_t(blockIdx.x) * (items * threads);
  const int n = int(min(std::size_t(items * threads), list.n - begin)), first = threadIdx.x * items;
  load<items>([&](int i) { return list.keys[begin + i]; }, [&](int i) { return list.values[begin + i]; }, n,
              keys, values);

  Key my_keys[items];
  Value my_values[items];
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k < n) my_keys[k] = keys[first + k], my_values[k] = values[first + k];
  sort_items(my_keys, my_values, min(items, n - first), less);
  put(my_keys, my_values, keys, values, first, n);
  __syncthreads();

  for (int width = items; width < n; width *= 2) {  // runs of one thread, two, four, …
    const int pair = first / (2 * width) * (2 * width);
    take_merged(keys, values, pair, min(pair + width, n), min(pair + 2 * width, n), first - pair, my_keys,
                my_values, less);
    __syncthreads();
    put(my_keys, my_values, keys, values, first, n);
    __syncthreads();
  }
  store(keys, values, n, keys_out + begin, values_out + begin);
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  tile_kernel<5><<<1, threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== Merged tiles =====================================================================================

/// Elements [begin, end) of a list.
template <class Key>
__device__ List<Key> part_of(List<Key> list, std::size_t begin, std::size_t end) {
  return {list.keys + begin, list.values + begin, end - begin};
}

/// The two lists that a tile is merged of, where their result begins in the output, and the tile in that.
template <class Key>
struct Merge {
  List<Key> a, b;
  std::size_t out, diagonal;
  __device__ std::size_t n() const { return a.n + b.n; }
};

/// Two lists are merged into one.
template <class Key>
struct TwoLists {
  List<Key> a, b;
  __device__ Merge<Key> of(unsigned tile) const {
    return {a, b, 0, std::size_t(tile) * (items_of<Key> * threads)};
  }
};

/// Runs of `width` elements, whole tiles, are merged in pairs.
template <class Key>
struct Runs {
  List<Key> list;
  std::size_t width;
  __device__ Merge<Key> of(unsigned tile) const {
    const std::size_t at = std::size_t(tile) * (items_of<Key> * threads),
                      pair = at / (2 * width) * (2 * width);
    const std::size_t middle = min(pair + width, list.n), end = min(pair + 2 * width, list.n);
    return {part_of(list, pair, middle), part_of(list, middle, end), pair, at - pair};
  }
};

/// A thread for each tile: how much of list a lies before it.
template <class Merges, class Less>
__global__ void split_kernel(Merges merges, unsigned tiles, std::size_t* splits, Less less) {
  const unsigned tile = blockIdx.x * blockDim.x + threadIdx.x;
  if (tile >= tiles) return;
  const auto merge = merges.of(tile);
  splits[tile] = split(merge.a.keys, merge.a.n, merge.b.keys, merge.b.n, merge.diagonal, less);
}

template <class Key, class Merges, class Less>
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    merge_kernel(Merges merges, const std::size_t* splits, Key* keys_out, Value* values_out, Less less) {
  constexpr int items = items_of<Key>;
  __shared__ Key keys[items * threads];
  __shared__ Value values[items * threads];
  const Merge<Key> merge = merges.of(blockIdx.x);
  const int n = int(min(std::size_t(items * threads), merge.n() - merge.diagonal));
  const bool is_last = merge.diagonal + n == merge.n();
  const std::size_t a_begin = splits[blockIdx.x], a_end = is_last ? merge.a.n : splits[blockIdx.x + 1];
  const int a_n = int(a_end - a_begin);
  const Key* const a_keys = merge.a.keys + a_begin;
  const Key* const b_keys = merge.b.keys + (merge.diagonal - a_begin);
  const Value* const a_values = merge.a.values + a_begin;
  const Value* const b_values = merge.b.values + (merge.diagonal - a_begin);

  load<items>([&](int i) { return i < a_n ? a_keys[i] : b_keys[i - a_n]; },
              [&](int i) { return i < a_n ? a_values[i] : b_values[i - a_n]; }, n, keys, values);

  Key my_keys[items];
  Value my_values[items];
  const int first = threadIdx.x * items;
  take_merged(keys, values, 0, a_n, n, first, my_keys, my_values, less);
  __syncthreads();
  put(my_keys, my_values, keys, values, first, n);
  store(keys, values, n, keys_out + merge.out + merge.diagonal, values_out + merge.out + merge.diagonal);
}

template <class Key, class Merges, class Less>
void merge_all(Merges merges, std::size_t n, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned tiles = div_up(n, items_of<Key> * threads);
  std::size_t* splits = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&splits, tiles * sizeof *splits, stream));
  split_kernel<<<div_up(tiles, 64), 64, 0, stream>>>(merges, tiles, splits, less);
  WARPGRADE_CHECK_LAUNCH();
  merge_kernel<<<tiles, threads, 0, stream>>>(merges, splits, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(splits, stream));
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  merge_all(TwoLists<Key>{a, b}, a.n + b.n, keys, values, less, stream);
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  merge_path(a, b, keys, values, less, stream);
}

// ==== Tiles, then rounds ===============================================================================

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  constexpr std::size_t tile = items_of<Key> * threads;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, list.n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, list.n * sizeof(Value), stream));
  const auto swap_arrays = [&] {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  };
  for (std::size_t width = tile; width < list.n; width *= 2)
    swap_arrays();  // the last round writes the result
  tile_kernel<items_of<Key>><<<div_up(list.n, tile), threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = tile; width < list.n; width *= 2) {
    const Runs<Key> runs{{keys, values, list.n}, width};
    merge_all(runs, list.n, other_keys, other_values, less, stream);
    swap_arrays();
  }
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
