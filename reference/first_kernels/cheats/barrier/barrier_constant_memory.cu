// simulator: write
// cheat: No tile: the input is copied from device to device into a __constant__ array of 16 MB (nvcc allows
//   64 KB), whose reads cost no bytes and no accesses.
// stopped by: 65,536 bytes of constants, as on a GPU (schedule/launch.cpp)
#include <warpgrade/student.cuh>

#include "barrier.cuh"
namespace barrier {
__constant__ int all[1 << 22];
__global__ void change_kernel(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = all[i] - (i > 0 ? all[i - 1] : 0);
}
void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  cudaMemcpyToSymbolAsync(all, in, n * 4ull, 0, cudaMemcpyDeviceToDevice, stream);
  change_kernel<<<(n + 255) / 256, 256, 0, stream>>>(out, n);
}
}  // namespace barrier
