// expect: launch_error repair
// With one block the kernel would be right: a block has 1024 threads at most.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void subtract_kernel(const float* a, const float* b, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] - b[threadIdx.x];
}

/// n is a multiple of kBlockThreads.
void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  subtract_kernel<<<1, n, 0, stream>>>(a, b, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
