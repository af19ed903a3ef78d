#include "copy.cuh"

namespace copy {

template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const volatile T* now = in;
  while (i < n && now[i] == in[i]) {
  }
}

template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
  constexpr int kBlock = 128;
  const int blocks = (n + kBlock - 1) / kBlock;
  if (blocks > 0) elements_kernel<<<blocks, kBlock, 0, stream>>>(in, out, n);
}

}  // namespace copy
