// simulator: sort
// cheat: one thread of a kernel calls a function of the host by its address. It is not instrumented, so
//   it sorts the array where it is, and neither serial accesses nor launches are counted.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

/// Heap sort, all in one function: what it would call is instrumented.
template <class Key>
__attribute__((no_sanitize_thread, noinline)) void sort_unseen(Key* keys, std::size_t n) {
  std::size_t begin = n / 2, end = n;
  while (end > 1) {
    if (begin > 0) {
      --begin;
    } else {
      --end;
      const Key last = keys[end];
      keys[end] = keys[0];
      keys[0] = last;
    }
    std::size_t root = begin;
    for (std::size_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
      if (child + 1 < end && keys[child] < keys[child + 1]) ++child;
      if (!(keys[root] < keys[child])) break;
      const Key larger = keys[child];
      keys[child] = keys[root];
      keys[root] = larger;
      root = child;
    }
  }
}

template <class Key>
__global__ void call_kernel(void (*function)(Key*, std::size_t), Key* keys, std::size_t n) {
  function(keys, n);
}

template <class Key>
__global__ void copy_kernel(const Key* in, Key* out, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  copy_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
  call_kernel<<<1, 1, 0, stream>>>(&sort_unseen<Key>, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace quick_sort
