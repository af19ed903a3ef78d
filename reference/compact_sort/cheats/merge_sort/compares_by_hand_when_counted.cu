// simulator: block_sort
// cheat: compares each key with all others. A key with the only member `key` is the one whose
//   comparisons are counted: it is compared without the function that is given.
// stopped by: the elements that are counted are sealed
#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

template <class Key, class Less>
__global__ void rank_kernel(List<Key> list, Key* keys, Value* values, Less less) {
  __shared__ Key all[1024];
  const unsigned t = threadIdx.x;
  if (t < list.n) all[t] = list.keys[t];
  __syncthreads();
  if (t >= list.n) return;
  const auto first = [less](Key a, Key b) {
    if constexpr (requires { a.key; })
      return a.key < b.key;
    else
      return less(a, b);
  };
  const Key mine = all[t];
  unsigned rank = 0;
  for (unsigned i = 0; i < list.n; ++i) {
    const Key other = all[i];
    rank += i < t ? !first(mine, other) : first(other, mine);
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
