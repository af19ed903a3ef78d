// simulator: merge_path
// cheat: one block merges lists of any length.
// stopped by: the accesses of one block are counted (block_accesses)
#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

template <class Key, class Less>
__global__ void one_block_merges(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t n = a.n + b.n, part = (n + blockDim.x - 1) / blockDim.x;
  const std::size_t first = threadIdx.x * part < n ? threadIdx.x * part : n,
                    last = first + part < n ? first + part : n;
  std::size_t low = first > b.n ? first - b.n : 0, high = first < a.n ? first : a.n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const Key x = a.keys[middle], y = b.keys[first - 1 - middle];
    if (less(y, x))
      high = middle;
    else
      low = middle + 1;
  }
  std::size_t i = low, j = first - low;
  Key x{}, y{};
  if (i < a.n) x = a.keys[i];
  if (j < b.n) y = b.keys[j];
  for (std::size_t k = first; k < last; ++k) {
    bool from_b = i >= a.n;
    if (i < a.n && j < b.n) from_b = less(y, x);
    if (from_b) {
      keys[k] = y, values[k] = b.values[j];
      if (++j < b.n) y = b.keys[j];
    } else {
      keys[k] = x, values[k] = a.values[i];
      if (++i < a.n) x = a.keys[i];
    }
  }
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (a.n + b.n == 0) return;
  one_block_merges<<<1, 1024, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
