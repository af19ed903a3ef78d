// simulator: sort
// cheat: where costs are counted the keys are sorted already: half of them are equal, the others ascend.
//   Threads look whether that is so, and then copy; else one thread sorts by heaps.
// stopped by: costs are counted with several inputs in turn ([task.cost] inputs)
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
__global__ void compare_kernel(const Key* in, std::size_t n, unsigned* mess) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i + 1 < n && in[i + 1] < in[i]) atomicOr(mess, 1u);
}

template <class Key>
__device__ void sink(Key* heap, std::size_t root, std::size_t n) {
  const Key key = heap[root];
  for (std::size_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
    if (child + 1 < n && heap[child] < heap[child + 1]) ++child;
    if (!(key < heap[child])) break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = key;
}

template <class Key>
__global__ void sort_kernel(const Key* in, Key* out, std::size_t n, const unsigned* mess) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (*mess == 0 && i < n) out[i] = in[i];
  if (*mess == 0 || i > 0) return;
  for (std::size_t k = 0; k < n; ++k) out[k] = in[k];
  for (std::size_t k = n / 2; k-- > 0;) sink(out, k, n);
  for (std::size_t k = n; k-- > 1;) {
    const Key largest = out[0];
    out[0] = out[k];
    out[k] = largest;
    sink(out, 0, k);
  }
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  unsigned* mess = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&mess, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(mess, 0, sizeof(unsigned), stream));
  compare_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, mess);
  WARPGRADE_CHECK_LAUNCH();
  sort_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, out, n, mess);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(mess, stream));
}

}  // namespace quick_sort
