// expect: race elements
// Reads what another thread writes, without a barrier between.
#include "copy.cuh"

namespace copy {

template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ T tile[128];
  const int partner = threadIdx.x ^ 1;
  if ((i ^ 1) < n) tile[threadIdx.x] = in[i ^ 1];
  if (i < n) out[i] = tile[partner];
}

template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
  constexpr int kBlock = 128;
  const int blocks = (n + kBlock - 1) / kBlock;
  if (blocks > 0) elements_kernel<<<blocks, kBlock, 0, stream>>>(in, out, n);
}

}  // namespace copy
