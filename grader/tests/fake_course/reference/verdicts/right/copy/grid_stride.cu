// Right in another style: a fixed grid steps through all elements.
#include "copy.cuh"

namespace copy {

template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
  elements_kernel<<<3, 64, 0, stream>>>(in, out, n);
}

}  // namespace copy
