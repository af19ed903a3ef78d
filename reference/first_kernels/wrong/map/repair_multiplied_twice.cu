// expect: out_of_bounds repair
// Multiplies an index of the whole grid once more.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void subtract_kernel(const float* a, const float* b, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] - b[i * blockDim.x];
}

/// n is a multiple of kBlockThreads.
void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = n / kBlockThreads;
  subtract_kernel<<<blocks, kBlockThreads, 0, stream>>>(a, b, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
