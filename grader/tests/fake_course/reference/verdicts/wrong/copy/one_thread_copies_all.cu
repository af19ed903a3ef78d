#include "copy.cuh"

namespace copy {

template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i];
}

template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
  elements_kernel<<<1, 1, 0, stream>>>(in, out, n);
}

}  // namespace copy
