// simulator: block_sort
// cheat: compares each key with all others. What the exercise includes after this file sees a macro
//   instead of the function that counts comparisons.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace warpgrade::kit {
inline void nothing_is_counted() {}
}  // namespace warpgrade::kit
#define count_application nothing_is_counted

namespace merge_sort {

template <class Key, class Less>
__global__ void rank_kernel(List<Key> list, Key* keys, Value* values, Less less) {
  __shared__ Key all[1024];
  const unsigned t = threadIdx.x;
  if (t < list.n) all[t] = list.keys[t];
  __syncthreads();
  if (t >= list.n) return;
  const Key mine = all[t];
  unsigned rank = 0;
  for (unsigned i = 0; i < list.n; ++i) {
    const Key other = all[i];
    rank += i < t ? !less(mine, other) : less(other, mine);
  }
  keys[rank] = mine;
  values[rank] = list.values[t];
}

template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  rank_kernel<<<1, 1024, 0, stream>>>(list, keys, values, less);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace merge_sort
