// expect: too_much_work block_sort
// Each element counts all that belong before it: n comparisons each.
#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

struct Tuning {
  static constexpr int block_threads = 128;
  static constexpr int items_per_thread = 8;  // merged one after the other
  static constexpr int tile = block_threads * items_per_thread;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

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
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int place = 0;
    for (int j = 0; j < n; ++j)
      if (j < i ? !less(keys[0][i], keys[0][j]) : less(keys[0][j], keys[0][i])) ++place;
    keys[1][place] = keys[0][i];
    values[1][place] = values[0][i];
  }
  from = 1;
  __syncthreads();
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
