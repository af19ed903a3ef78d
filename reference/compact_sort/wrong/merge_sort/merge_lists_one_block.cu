// expect: too_much_work merge_lists
// One block looks after all elements.
#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

struct Tuning {
  static constexpr int block_threads = 128;
  static constexpr int items_per_thread = 8;  // merged one after the other
  static constexpr int tile = block_threads * items_per_thread;
};

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

template <class Key, class Less>
__global__ void merge_lists_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  for (std::size_t t = threadIdx.x; t < a.n + b.n; t += blockDim.x) {
    if (t < a.n) {
      const std::size_t place = t + lower_bound(b.keys, b.n, a.keys[t], less);
      keys[place] = a.keys[t];
      values[place] = a.values[t];
    } else {
      const std::size_t i = t - a.n;
      const std::size_t place = i + upper_bound(a.keys, a.n, b.keys[i], less);
      keys[place] = b.keys[i];
      values[place] = b.values[i];
    }
  }
}

template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = a.n + b.n;
  if (n == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  merge_lists_kernel<<<1, Tuning::block_threads, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
