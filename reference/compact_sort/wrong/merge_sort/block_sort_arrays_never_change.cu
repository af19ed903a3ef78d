// expect: wrong_answer block_sort
// Every round reads the input again.
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
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    keys_out[begin + i] = keys[from][i];
    values_out[begin + i] = values[from][i];
  }
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  sort_tiles_kernel<<<1, Tuning::block_threads, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
