// Right in another style, that of fast libraries: each thread sorts a few elements in registers by odd-even
// transposition, the block merges these runs along diagonals in shared memory, and in each round a first
// launch finds where all tiles begin.
//
// other technique: merge_lists
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

constexpr int kThreads = 256, kItems = 4, kTile = kThreads * kItems;

inline unsigned tiles_of(std::size_t n) { return unsigned((n + kTile - 1) / kTile); }

/// How many of the first `diagonal` elements of a and b merged come from a.
template <class Index, class Key, class Less>
__device__ Index split(const Key* a, Index a_n, const Key* b, Index b_n, Index diagonal, Less less) {
  Index low = diagonal > b_n ? diagonal - b_n : 0, high = diagonal < a_n ? diagonal : a_n;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (less(b[diagonal - 1 - middle], a[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

template <class Key>
struct Items {
  Key keys[kItems];
  Value values[kItems];
};

/// Neighbours change places only if they must: stable.
template <class Key, class Less>
__device__ void sort_items(Items<Key>& items, int count, Less less) {
  for (int step = 0; step < kItems; ++step) {
    for (int i = step % 2; i + 1 < count; i += 2) {
      if (!less(items.keys[i + 1], items.keys[i])) continue;
      const Key key = items.keys[i];
      const Value value = items.values[i];
      items.keys[i] = items.keys[i + 1];
      items.values[i] = items.values[i + 1];
      items.keys[i + 1] = key;
      items.values[i + 1] = value;
    }
  }
}

/// Takes this thread's items, from place `first` of the merged runs keys[0..a_n) and keys[a_n..n).
template <class Key, class Less>
__device__ void take_merged(const Key* keys, const Value* values, int a_n, int n, int first,
                            Items<Key>& items, Less less) {
  const int count = min(kItems, n - first);
  if (count <= 0) return;
  int i = split<int>(keys, a_n, keys + a_n, n - a_n, first, less), j = a_n + first - i;
  for (int k = 0; k < count; ++k) {
    const bool from_b = i == a_n || (j < n && less(keys[j], keys[i]));
    const int source = from_b ? j++ : i++;
    items.keys[k] = keys[source];
    items.values[k] = values[source];
  }
}

template <class Key>
__device__ void put_items(Key* keys, Value* values, int n, const Items<Key>& items) {
  const int first = threadIdx.x * kItems;
  for (int k = 0; k < kItems && first + k < n; ++k) {
    keys[first + k] = items.keys[k];
    values[first + k] = items.values[k];
  }
}

template <class Key, class Less>
__global__ void tile_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  __shared__ Key keys[kTile];
  __shared__ Value values[kTile];
  const std::size_t begin = std::size_t(blockIdx.x) * kTile;
  const int n = int(min(std::size_t(kTile), list.n - begin)), first = threadIdx.x * kItems;
  for (int i = threadIdx.x; i < n; i += kThreads) {
    keys[i] = list.keys[begin + i];
    values[i] = list.values[begin + i];
  }
  __syncthreads();
  Items<Key> items;
  for (int k = 0; k < kItems && first + k < n; ++k) {
    items.keys[k] = keys[first + k];
    items.values[k] = values[first + k];
  }
  sort_items(items, min(kItems, n - first), less);
  for (int width = kItems; width < n; width *= 2) {
    __syncthreads();
    put_items(keys, values, n, items);
    __syncthreads();
    const int pair = first / (2 * width) * (2 * width), size = max(min(2 * width, n - pair), 0);
    take_merged(keys + pair, values + pair, min(width, size), size, first - pair, items, less);
  }
  __syncthreads();
  put_items(keys, values, n, items);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += kThreads) {
    keys_out[begin + i] = keys[i];
    values_out[begin + i] = values[i];
  }
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  tile_kernel<<<1, kThreads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== Merges: where tiles begin, then the tiles ===========================================================

/// The runs of `width` elements that tile number `tile` is merged of, in a list of n.
struct Pair {
  std::size_t begin, middle, end;
  __device__ Pair(std::size_t tile, std::size_t width, std::size_t n) {
    begin = tile * kTile / (2 * width) * (2 * width);
    middle = min(begin + width, n);
    end = min(begin + 2 * width, n);
  }
};

/// Where each tile begins in the first of its runs.
template <class Key, class Less>
__global__ void partition_kernel(List<Key> list, std::size_t width, std::size_t tiles, std::size_t* splits,
                                 Less less) {
  const std::size_t tile = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile >= tiles) return;
  const Pair pair(tile, width, list.n);
  splits[tile] = split<std::size_t>(list.keys + pair.begin, pair.middle - pair.begin, list.keys + pair.middle,
                                    pair.end - pair.middle, tile * kTile - pair.begin, less);
}

template <class Key, class Less>
__global__ void merge_kernel(List<Key> list, std::size_t width, const std::size_t* splits, Key* keys_out,
                             Value* values_out, Less less) {
  __shared__ Key keys[kTile];
  __shared__ Value values[kTile];
  const std::size_t tile = blockIdx.x, begin = tile * kTile;
  const Pair pair(tile, width, list.n);
  const int count = int(min(std::size_t(kTile), pair.end - begin));
  const bool is_last_of_pair = begin + count == pair.end;
  const std::size_t a_begin = splits[tile],
                    a_end = is_last_of_pair ? pair.middle - pair.begin : splits[tile + 1];
  const int a_n = int(a_end - a_begin);
  const std::size_t a_first = pair.begin + a_begin, b_first = pair.middle + (begin - pair.begin - a_begin);
  for (int i = threadIdx.x; i < count; i += kThreads) {
    const std::size_t from = i < a_n ? a_first + i : b_first + i - a_n;
    keys[i] = list.keys[from];
    values[i] = list.values[from];
  }
  __syncthreads();
  Items<Key> items;
  take_merged(keys, values, a_n, count, int(threadIdx.x) * kItems, items, less);
  __syncthreads();
  put_items(keys, values, count, items);
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) {
    keys_out[begin + i] = keys[i];
    values_out[begin + i] = values[i];
  }
}

template <class Key, class Less>
void merge_round(List<Key> list, std::size_t width, Key* keys, Value* values, Less less,
                 cudaStream_t stream) {
  const unsigned tiles = tiles_of(list.n);
  std::size_t* splits = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&splits, tiles * sizeof *splits, stream));
  partition_kernel<<<(tiles + 127) / 128, 128, 0, stream>>>(list, width, tiles, splits, less);
  WARPGRADE_CHECK_LAUNCH();
  merge_kernel<<<tiles, kThreads, 0, stream>>>(list, width, splits, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(splits, stream));
}

template <class Key, class Less>
__global__ void merge_two_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t n = a.n + b.n, threads = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t d = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; d * kItems < n; d += threads) {
    std::size_t i = split<std::size_t>(a.keys, a.n, b.keys, b.n, d * kItems, less), j = d * kItems - i;
    for (std::size_t k = d * kItems; k < min((d + 1) * kItems, n); ++k) {
      const bool from_a = j == b.n || (i < a.n && !less(b.keys[j], a.keys[i]));
      keys[k] = from_a ? a.keys[i] : b.keys[j];
      values[k] = from_a ? a.values[i++] : b.values[j++];
    }
  }
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  merge_two_kernel<<<40, 64, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  merge_lists(a, b, keys, values, less, stream);
}

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = list.n;
  if (n == 0) return;
  Key* scratch_keys = nullptr;
  Value* scratch_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch_keys, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch_values, n * sizeof(Value), stream));
  int rounds = 0;
  for (std::size_t width = kTile; width < n; width *= 2) ++rounds;
  Key* key_arrays[2] = {keys, scratch_keys};
  Value* value_arrays[2] = {values, scratch_values};
  int from = rounds % 2;
  tile_kernel<<<tiles_of(n), kThreads, 0, stream>>>(list, key_arrays[from], value_arrays[from], less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = kTile; width < n; width *= 2, from = 1 - from) {
    const List<Key> runs{key_arrays[from], value_arrays[from], n};
    merge_round(runs, width, key_arrays[1 - from], value_arrays[1 - from], less, stream);
  }
  WARPGRADE_CHECK(cudaFreeAsync(scratch_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch_values, stream));
}

}  // namespace merge_sort
