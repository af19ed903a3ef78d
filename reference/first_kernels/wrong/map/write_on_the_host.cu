// expect: host_device_mixup write
// The loop of a CPU program: the host can not touch memory of the device.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void square_kernel(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * in[i];
}

/// n is a multiple of kBlockThreads: each thread has an element.
void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  const int blocks = n / kBlockThreads;
  for (int i = 0; i < blocks * kBlockThreads; ++i) out[i] = in[i] * in[i];
}

}  // namespace map
