#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
__global__ void insertion_kernel(const Key* in, Key* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const Key key = in[i];
    std::size_t place = i;
    for (; place > 0 && key < out[place - 1]; --place) out[place] = out[place - 1];
    out[place] = key;
  }
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  insertion_kernel<<<1, 1, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace quick_sort
