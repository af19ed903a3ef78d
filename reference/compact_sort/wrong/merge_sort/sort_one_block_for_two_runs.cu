// expect: too_much_work sort
// One block merges two runs, however long they are: the last round is the work of one.
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

struct Tuning {
  static constexpr int block_threads = 128;
  static constexpr int items_per_thread = 8;  // merged one after the other
  static constexpr int tile = block_threads * items_per_thread;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

/// How many of the n sorted keys belong before `key` if it comes from list a: those that are less.
template <class Key, class Less>
__device__ std::size_t lower_bound(const Key* keys, std::size_t n, Key key, Less less) {
  std::size_t low = 0;
  std::size_t high = n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (less(keys[middle], key))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The same if it comes from list b: those that are less, and those that are equal.
template <class Key, class Less>
__device__ std::size_t upper_bound(const Key* keys, std::size_t n, Key key, Less less) {
  std::size_t low = 0;
  std::size_t high = n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (!less(key, keys[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

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
}

/// How many of the first `diagonal` elements of the merged list come from a; the others come from b.
template <class Key, class Less>
__device__ std::size_t merge_path_split(const Key* a, std::size_t a_n, const Key* b, std::size_t b_n,
                                        std::size_t diagonal, Less less) {
  std::size_t low = diagonal > b_n ? diagonal - b_n : 0;  // at least: b has no more
  std::size_t high = min(diagonal, a_n);
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (!less(b[diagonal - middle - 1], a[middle]))
      low = middle + 1;
    else
      high = middle;
  }
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
}

/// Elements [begin, end) of a list.
template <class Key>
__device__ List<Key> part_of(List<Key> list, std::size_t begin, std::size_t end) {
  return {list.keys + begin, list.values + begin, end - begin};
}

/// One round: runs of `width` elements become runs of 2 · width, a block for each two runs.
template <class Key, class Less>
__global__ void merge_runs_kernel(List<Key> list, std::size_t width, Key* keys, Value* values, Less less) {
  const std::size_t pair = std::size_t(blockIdx.x) * 2 * width;
  const std::size_t middle = min(pair + width, list.n), end = min(pair + 2 * width, list.n);
  for (std::size_t begin = 0; begin < end - pair; begin += Tuning::tile) {
    merge_tile(part_of(list, pair, middle), part_of(list, middle, end), begin, keys + pair, values + pair,
               less);
    __syncthreads();
  }
}

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  const unsigned tiles = div_up(list.n, Tuning::tile);
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, list.n * sizeof(Key), stream));
  Key* const scratch_keys = other_keys;
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, list.n * sizeof(Value), stream));
  Value* const scratch_values = other_values;
  for (std::size_t width = Tuning::tile; width < list.n; width *= 2) {  // the last round writes the result
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  sort_tiles_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = Tuning::tile; width < list.n; width *= 2) {
    const List<Key> runs{keys, values, list.n};
    std::swap(keys, other_keys);
    std::swap(values, other_values);
    merge_runs_kernel<<<div_up(list.n, 2 * width), Tuning::block_threads, 0, stream>>>(runs, width, keys,
                                                                                       values, less);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(scratch_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch_values, stream));
}

}  // namespace merge_sort
