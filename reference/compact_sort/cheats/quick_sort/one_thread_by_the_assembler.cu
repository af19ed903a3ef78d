// simulator: sort
// cheat: one thread makes a heap and takes it apart. Keys are loaded and stored by instructions of the
//   host's processor, which nobody counts.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
__device__ Key load_unseen(const Key* at) {
  Key key;
  asm volatile("mov (%1), %0" : "=r"(key) : "r"(at) : "memory");
  return key;
}
template <class Key>
__device__ void store_unseen(Key* at, Key key) {
  asm volatile("mov %1, (%0)" : : "r"(at), "r"(key) : "memory");
}

template <class Key>
__global__ void heap_sort_kernel(const Key* in, Key* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) store_unseen(out + i, load_unseen(in + i));
  std::size_t begin = n / 2, end = n;
  while (end > 1) {
    if (begin > 0) {
      --begin;
    } else {
      --end;
      const Key last = load_unseen(out + end);
      store_unseen(out + end, load_unseen(out));
      store_unseen(out, last);
    }
    std::size_t root = begin;
    for (std::size_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
      if (child + 1 < end && load_unseen(out + child) < load_unseen(out + child + 1)) ++child;
      const Key above = load_unseen(out + root), below = load_unseen(out + child);
      if (!(above < below)) break;
      store_unseen(out + root, below);
      store_unseen(out + child, above);
      root = child;
    }
  }
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  heap_sort_kernel<<<1, 1, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace quick_sort
