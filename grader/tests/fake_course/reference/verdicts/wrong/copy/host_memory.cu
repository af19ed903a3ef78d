#include "copy.cuh"

namespace copy {

template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
  static T host_value;
  constexpr int kBlock = 128;
  const int blocks = (n + kBlock - 1) / kBlock;
  if (blocks > 0) elements_kernel<<<blocks, kBlock, 0, stream>>>(&host_value, out, n);
}

}  // namespace copy
