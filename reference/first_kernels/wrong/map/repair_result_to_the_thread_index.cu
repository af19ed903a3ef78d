// expect: race repair
// Repairs the inputs, and now stores at the index in the block.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void subtract_kernel(const float* a, const float* b, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[threadIdx.x] = a[i] - b[i];
}

/// n is a multiple of kBlockThreads.
void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = n / kBlockThreads;
  subtract_kernel<<<blocks, kBlockThreads, 0, stream>>>(a, b, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
