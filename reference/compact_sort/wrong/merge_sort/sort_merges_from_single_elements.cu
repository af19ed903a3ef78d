// expect: too_much_work sort
// Does not sort tiles: rounds of merges from runs of one element on, each through global memory.
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

/// Elements [begin, end) of a list.
template <class Key>
__device__ List<Key> part_of(List<Key> list, std::size_t begin, std::size_t end) {
  return {list.keys + begin, list.values + begin, end - begin};
}

/// One round: runs of `width` elements become runs of 2 · width. A thread an element.
template <class Key, class Less>
__global__ void merge_runs_kernel(List<Key> list, std::size_t width, Key* keys, Value* values, Less less) {
  const std::size_t begin = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (begin >= list.n) return;
  const std::size_t pair = begin / (2 * width) * (2 * width);
  const std::size_t middle = min(pair + width, list.n), end = min(pair + 2 * width, list.n);
  const List<Key> a = part_of(list, pair, middle), b = part_of(list, middle, end);
  const std::size_t i = merge_path_split(a.keys, a.n, b.keys, b.n, begin - pair, less), j = begin - pair - i;
  const bool from_a = j == b.n || (i < a.n && !less(b.keys[j], a.keys[i]));
  keys[begin] = from_a ? a.keys[i] : b.keys[j];
  values[begin] = from_a ? a.values[i] : b.values[j];
}

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  const unsigned threads = Tuning::block_threads, blocks = div_up(list.n, threads);
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, list.n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, list.n * sizeof(Value), stream));
  for (std::size_t width = 1; width < list.n; width *= 2) {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(keys, list.keys, list.n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  WARPGRADE_CHECK(
      cudaMemcpyAsync(values, list.values, list.n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
  for (std::size_t width = 1; width < list.n; width *= 2) {
    const List<Key> runs{keys, values, list.n};
    std::swap(keys, other_keys);
    std::swap(values, other_values);
    merge_runs_kernel<<<blocks, threads, 0, stream>>>(runs, width, keys, values, less);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

}  // namespace merge_sort
