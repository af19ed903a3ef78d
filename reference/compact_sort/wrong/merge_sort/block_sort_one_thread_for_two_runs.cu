// expect: too_much_work block_sort
// A thread merges two runs, however long they are: the last round is the work of one.
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
  for (int width = 1; width < n; width *= 2) {
    for (int pair = 2 * width * threadIdx.x; pair < n; pair += 2 * width * blockDim.x) {
      const int middle = min(pair + width, n), end = min(pair + 2 * width, n);
      for (int left = pair, right = middle, place = pair; place < end; ++place) {
        const bool from_right = left == middle || (right < end && less(keys[from][right], keys[from][left]));
        const int source = from_right ? right++ : left++;
        keys[1 - from][place] = keys[from][source];
        values[1 - from][place] = values[from][source];
      }
    }
    from = 1 - from;
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
