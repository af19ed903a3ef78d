// expect: too_much_work merge_path
// A search along the diagonal for each element, in global memory.
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

template <class Key, class Less>
__global__ void merge_path_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  const std::size_t d = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (d >= a.n + b.n) return;
  const std::size_t i = merge_path_split(a.keys, a.n, b.keys, b.n, d, less), j = d - i;
  const bool from_a = j == b.n || (i < a.n && !less(b.keys[j], a.keys[i]));
  keys[d] = from_a ? a.keys[i] : b.keys[j];
  values[d] = from_a ? a.values[i] : b.values[j];
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = a.n + b.n;
  if (n == 0) return;
  merge_path_kernel<<<div_up(n, Tuning::block_threads), Tuning::block_threads, 0, stream>>>(a, b, keys,
                                                                                            values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
