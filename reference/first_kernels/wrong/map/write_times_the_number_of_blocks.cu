// expect: race write
// Multiplies with the number of blocks instead of the threads of one.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void square_kernel(const float* in, float* out) {
  const int i = blockIdx.x * gridDim.x + threadIdx.x;
  out[i] = in[i] * in[i];
}

/// n is a multiple of kBlockThreads: each thread has an element.
void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  const int blocks = n / kBlockThreads;
  square_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
