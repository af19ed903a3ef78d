// Right in another style: one element a thread everywhere, and each search asks less() both ways. A tile is
// as long as its block has threads, 256, and each of them searches both of its diagonals. A block sorts by a
// bitonic network, made stable by the place in the input; idle threads read the last element again.
#include <algorithm>
#include <utility>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

constexpr int kThreads = 256, kTile = 1024;

using warpgrade::div_up;

/// -1, 0 or 1, as libraries of C compare.
template <class Key, class Less>
__device__ int compare(Key x, Key y, Less less) {
  if (less(x, y)) return -1;
  return less(y, x) ? 1 : 0;
}

// ==== merge_lists: some blocks, whose threads go on with a stride ======================================

/// How many of the keys stand before `key`; equal ones, too, if they come first.
template <class Key, class Less>
__device__ std::size_t count_before(List<Key> list, Key key, bool equal_first, Less less) {
  std::size_t low = 0, high = list.n;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = compare(list.keys[middle], key, less);
    if (order < 0 || (order == 0 && equal_first))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <class Key, class Less>
__global__ void merge_lists_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; t < a.n + b.n; t += step) {
    const bool in_a = t < a.n;
    const std::size_t i = in_a ? t : t - a.n;
    const Key key = in_a ? a.keys[i] : b.keys[i];
    const std::size_t place = i + count_before(in_a ? b : a, key, /*equal_first=*/!in_a, less);
    keys[place] = key;
    values[place] = in_a ? a.values[i] : b.values[i];
  }
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (a.n + b.n == 0) return;
  merge_lists_kernel<<<std::min(div_up(a.n + b.n, kTile), 16u), kTile, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== block_sort =======================================================================================

/// Both threads of a pair compare, and each of them keeps one of the elements.
template <class Key, class Less>
__global__ void sort_tiles_kernel(List<Key> list, Key* keys_out, Value* values_out, Less less) {
  __shared__ Key keys[kTile];
  __shared__ int places[kTile];  // in the input; from n on: nothing
  const std::size_t begin = std::size_t(blockIdx.x) * kTile;
  const int n = int(min(std::size_t(kTile), list.n - begin)), t = threadIdx.x;
  keys[t] = list.keys[begin + min(t, n - 1)];
  places[t] = t;
  __syncthreads();
  for (int run = 2; run <= kTile; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      const int other = t ^ stride;
      const Key mine = keys[t], its = keys[other];
      const int my_place = places[t], its_place = places[other];
      bool before = my_place < its_place;  // must mine stand before its?
      if (my_place < n && its_place < n) {
        const int order = compare(mine, its, less);
        if (order != 0) before = order < 0;
      }
      const bool first_is_low = (t & run) == 0, is_first = t < other;
      __syncthreads();
      if (before != (is_first == first_is_low)) {
        keys[t] = its;
        places[t] = its_place;
      }
      __syncthreads();
    }
  }
  if (t >= n) return;
  keys_out[begin + t] = keys[t];
  values_out[begin + t] = list.values[begin + places[t]];
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  sort_tiles_kernel<<<1, kTile, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== merge_path =======================================================================================

/// How many of the first `diagonal` elements come from a.
template <class Key, class Less>
__device__ std::size_t split(const Key* a, std::size_t a_n, const Key* b, std::size_t b_n,
                             std::size_t diagonal, Less less) {
  std::size_t low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (less(b[diagonal - middle - 1], a[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// The block merges the elements from `begin` on, a thread for each.
template <class Key, class Less>
__device__ void merge_tile(List<Key> a, List<Key> b, std::size_t begin, Key* keys_out, Value* values_out,
                           Less less) {
  __shared__ Key keys[kThreads];
  __shared__ std::size_t ends[2];
  const int t = threadIdx.x, n = int(min(std::size_t(kThreads), a.n + b.n - begin));
  if (t < 2) ends[t] = split(a.keys, a.n, b.keys, b.n, begin + t * n, less);
  __syncthreads();
  const std::size_t a_begin = ends[0], b_begin = begin - a_begin;
  const int a_n = int(ends[1] - a_begin), b_n = n - a_n;
  if (t < n) keys[t] = t < a_n ? a.keys[a_begin + t] : b.keys[b_begin + t - a_n];
  __syncthreads();
  if (t >= n) return;
  const int i = int(split(keys, a_n, keys + a_n, b_n, t, less));
  const bool from_a = int(split(keys, a_n, keys + a_n, b_n, t + 1, less)) > i;
  keys_out[begin + t] = keys[from_a ? i : a_n + t - i];
  values_out[begin + t] = from_a ? a.values[a_begin + i] : b.values[b_begin + t - i];
}

template <class Key, class Less>
__global__ void merge_path_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  merge_tile(a, b, std::size_t(blockIdx.x) * kThreads, keys, values, less);
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (a.n + b.n == 0) return;
  merge_path_kernel<<<div_up(a.n + b.n, kThreads), kThreads, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== sort =============================================================================================

/// Tiles of merges are shorter than a run, and never reach from one pair of runs into the next.
template <class Key, class Less>
__global__ void merge_runs_kernel(List<Key> list, std::size_t width, Key* keys, Value* values, Less less) {
  const std::size_t begin = std::size_t(blockIdx.x) * kThreads, pair = begin - begin % (2 * width);
  const std::size_t middle = min(pair + width, list.n), end = min(middle + width, list.n);
  const List<Key> a{list.keys + pair, list.values + pair, middle - pair};
  const List<Key> b{list.keys + middle, list.values + middle, end - middle};
  merge_tile(a, b, begin - pair, keys + pair, values + pair, less);
}

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = list.n;
  if (n == 0) return;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));
  std::pair from(keys, values), to(other_keys, other_values);
  sort_tiles_kernel<<<div_up(n, kTile), kTile, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t width = kTile; width < n; width *= 2) {
    const List<Key> runs{from.first, from.second, n};
    merge_runs_kernel<<<div_up(n, kThreads), kThreads, 0, stream>>>(runs, width, to.first, to.second, less);
    WARPGRADE_CHECK_LAUNCH();
    std::swap(from, to);
  }
  if (from.first != keys) {
    WARPGRADE_CHECK(cudaMemcpyAsync(keys, from.first, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
    WARPGRADE_CHECK(
        cudaMemcpyAsync(values, from.second, n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
  }
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
