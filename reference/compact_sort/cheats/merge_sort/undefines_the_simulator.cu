// simulator: block_sort
// cheat: compares each key with all others. Without the macro __WGSIM__, what the exercise includes
//   after this file does not know that it is measured.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

#undef __WGSIM__
#undef __CUDACC__
#ifndef WARPGRADE_HD
#define WARPGRADE_HD
#endif

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
