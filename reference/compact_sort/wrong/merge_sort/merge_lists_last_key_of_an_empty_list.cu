// expect: out_of_bounds merge_lists
// Looks at the last key of the other list without asking whether there is one.
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

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

// ==== merge_lists: each element finds its place ========================================================

/// How many of the n sorted keys belong before `key` if it comes from list a: those that are less.
template <class Key, class Less>
__device__ std::size_t lower_bound(const Key* keys, std::size_t n, Key key, Less less) {
  std::size_t low = 0;
  // Often all keys of the other list are less: no search then.
  if (less(keys[n - 1], key)) return n;
  std::size_t high = n;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
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
    const std::size_t middle = low + (high - low) / 2;
    if (less(key, keys[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

template <class Key, class Less>
__global__ void merge_lists_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::size_t place;
  if (t < a.n) {
    place = t + lower_bound(b.keys, b.n, a.keys[t], less);
    keys[place] = a.keys[t];
    values[place] = a.values[t];
  } else if (t < a.n + b.n) {
    const std::size_t i = t - a.n;
    place = i + upper_bound(a.keys, a.n, b.keys[i], less);
    keys[place] = b.keys[i];
    values[place] = b.values[i];
  }
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = a.n + b.n;
  if (n == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  merge_lists_kernel<<<div_up(n, Tuning::block_threads), Tuning::block_threads, 0, stream>>>(a, b, keys,
                                                                                             values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
