// Right in another style: as a textbook begins, with co-ranks found in global memory and each thread merging
// its elements there. A block sorts with a thread for each element, and counts instead of searching while
// runs are short.
//
// other technique: merge_lists
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

constexpr int kThreads = 256, kItems = 8, kTile = 1024;

inline unsigned blocks_for(std::size_t n, std::size_t per_block) {
  return unsigned((n + per_block - 1) / per_block);
}

/// The number i of elements from a among the first k of both, such that none of them belongs behind one that
/// is left.
template <class Key, class Less>
__device__ std::size_t co_rank(std::size_t k, List<Key> a, List<Key> b, Less less) {
  std::size_t i = min(k, a.n), j = k - i;
  std::size_t i_low = k > b.n ? k - b.n : 0, j_low = k > a.n ? k - a.n : 0;
  while (true) {
    if (i > 0 && j < b.n && less(b.keys[j], a.keys[i - 1])) {
      const std::size_t delta = (i - i_low + 1) / 2;
      j_low = j;
      i -= delta;
      j += delta;
    } else if (j > 0 && i < a.n && !less(b.keys[j - 1], a.keys[i])) {
      const std::size_t delta = (j - j_low + 1) / 2;
      i_low = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}

/// This thread merges the elements [k, k + kItems) of a and b.
template <class Key, class Less>
__device__ void merge_serially(List<Key> a, List<Key> b, std::size_t k, Key* keys, Value* values, Less less) {
  const std::size_t last = min(k + kItems, a.n + b.n);
  if (k >= last) return;
  std::size_t i = co_rank(k, a, b, less), j = k - i;
  for (; k < last; ++k) {
    const bool from_b = i == a.n || (j < b.n && less(b.keys[j], a.keys[i]));
    keys[k] = from_b ? b.keys[j] : a.keys[i];
    values[k] = from_b ? b.values[j] : a.values[i];
    from_b ? ++j : ++i;
  }
}

template <class Key, class Less>
__global__ void merge_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  merge_serially(a, b, (std::size_t(blockIdx.x) * blockDim.x + threadIdx.x) * kItems, keys, values, less);
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (a.n + b.n == 0) return;
  merge_kernel<<<blocks_for(a.n + b.n, kThreads * kItems), kThreads, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  merge_lists(a, b, keys, values, less, stream);
}

/// Thread t holds element t of the tile, in registers, and finds its place among the elements of the other
/// run.
template <class Key, class Less>
__global__ void tile_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  __shared__ Key keys[kTile];
  __shared__ Value values[kTile];
  const std::size_t begin = std::size_t(blockIdx.x) * kTile;
  const int n = int(min(std::size_t(kTile), list.n - begin)), t = threadIdx.x;
  if (t < n) {
    keys[t] = list.keys[begin + t];
    values[t] = list.values[begin + t];
  }
  __syncthreads();
  for (int width = 1; width < n; width *= 2) {
    Key key;
    Value value;
    int place = t;
    if (t < n) {
      key = keys[t];
      value = values[t];
      const int pair = t & ~(2 * width - 1), middle = min(pair + width, n), end = min(pair + 2 * width, n);
      const bool in_first = t < middle;
      int low = in_first ? middle : pair, high = in_first ? end : middle;
      const int other = low;
      while (low < high) {
        const int probe = low + (high - low) / 2;
        const bool before = in_first ? less(keys[probe], key) : !less(key, keys[probe]);
        before ? low = probe + 1 : high = probe;
      }
      place = in_first ? t + low - other : t - (middle - pair) + low - other;
    }
    __syncthreads();
    if (t < n) {
      keys[place] = key;
      values[place] = value;
    }
    __syncthreads();
  }
  if (t >= n) return;
  keys_out[begin + t] = keys[t];
  values_out[begin + t] = values[t];
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n > 0) tile_kernel<<<1, kTile, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

/// A thread's elements never lie in two pairs of runs, since kItems divides each run but the last.
template <class Key, class Less>
__global__ void round_kernel(List<Key> list, std::size_t width, Key* keys, Value* values, Less less) {
  const std::size_t k = (std::size_t(blockIdx.x) * blockDim.x + threadIdx.x) * kItems;
  if (k >= list.n) return;
  const std::size_t pair = k - k % (2 * width);
  const std::size_t middle = min(pair + width, list.n), end = min(middle + width, list.n);
  const List<Key> a{list.keys + pair, list.values + pair, middle - pair};
  const List<Key> b{list.keys + middle, list.values + middle, end - middle};
  merge_serially(a, b, k - pair, keys + pair, values + pair, less);
}

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = list.n;
  if (n == 0) return;
  Key* scratch_keys = nullptr;
  Value* scratch_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch_keys, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch_values, n * sizeof(Value), stream));
  tile_kernel<<<blocks_for(n, kTile), kTile, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  bool in_scratch = false;
  for (std::size_t width = kTile; width < n; width *= 2) {
    const List<Key> runs{in_scratch ? scratch_keys : keys, in_scratch ? scratch_values : values, n};
    Key* const to_keys = in_scratch ? keys : scratch_keys;
    Value* const to_values = in_scratch ? values : scratch_values;
    round_kernel<<<blocks_for(n, kThreads * kItems), kThreads, 0, stream>>>(runs, width, to_keys, to_values,
                                                                            less);
    WARPGRADE_CHECK_LAUNCH();
    in_scratch = !in_scratch;
  }
  if (in_scratch) {
    WARPGRADE_CHECK(cudaMemcpyAsync(keys, scratch_keys, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
    WARPGRADE_CHECK(
        cudaMemcpyAsync(values, scratch_values, n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
  }
  WARPGRADE_CHECK(cudaFreeAsync(scratch_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch_values, stream));
}

}  // namespace merge_sort
