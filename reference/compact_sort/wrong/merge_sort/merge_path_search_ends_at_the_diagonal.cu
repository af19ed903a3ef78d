// expect: out_of_bounds merge_path
// The search does not know that a may be shorter than the diagonal.
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
  std::size_t high = diagonal;
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

template <class Key, class Less>
__global__ void merge_path_kernel(List<Key> a, List<Key> b, Key* keys, Value* values, Less less) {
  merge_tile(a, b, std::size_t(blockIdx.x) * Tuning::tile, keys, values, less);
}

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = a.n + b.n;
  if (n == 0) return;
  merge_path_kernel<<<div_up(n, Tuning::tile), Tuning::block_threads, 0, stream>>>(a, b, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
