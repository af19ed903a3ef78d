// simulator: partition
// cheat: One thread partitions by recursion: `&&` and `?:` are no branches, as if, switch and loops are. The
//   keys lie on its stack as parameters of the recursion.
// stopped by: calls are steps of a thread (serial_steps), as iterations are
#include <cuda/atomic>
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"
namespace quick_sort {
template <class Key>
using Ref = cuda::atomic_ref<Key, cuda::thread_scope_device>;  // atomics are no requests
struct Counts {
  int less, equal;
};
/// On the way down: how many before. On the way up: how many in all. Each level holds one key.
template <class Key>
__noinline__ __device__ Counts place(const Key* in, Key* out, int i, int n, Key pivot, int less, int equal,
                                     int greater) {
  const Key key = Ref<Key>(const_cast<Key&>(in[i])).load(cuda::memory_order_relaxed);
  const int is_less = key < pivot, is_equal = key == pivot;
  Counts all{less + is_less, equal + is_equal};
  i + 1 < n &&
      (all = place(in, out, i + 1, n, pivot, less + is_less, equal + is_equal, greater + !is_less - is_equal),
       true);
  Ref<Key>(out[is_less    ? less
               : is_equal ? all.less + equal
                          : all.less + all.equal + greater])
      .store(key, cuda::memory_order_relaxed);
  return all;
}
template <class Key>
__global__ void one_thread(const Key* in, Key* out, std::uint32_t* counts, int n) {
  const Counts all = place(in, out, 0, n, in[n / 2], 0, 0, 0);
  counts[0] = all.less;
  counts[1] = all.equal;
  counts[2] = n - all.less - all.equal;
}
template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  if (n == 0) return (void)cudaMemsetAsync(counts, 0, 12, stream);
  one_thread<<<1, 1, 0, stream>>>(in, out, counts, n);
}
}  // namespace quick_sort
