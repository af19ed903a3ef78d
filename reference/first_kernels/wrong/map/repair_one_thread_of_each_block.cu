// expect: too_much_work repair
// Thread 0 of each block does the work of the other 255.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void subtract_kernel(const float* a, const float* b, float* out) {
  if (threadIdx.x > 0) return;
  const int first = blockIdx.x * blockDim.x;
  for (int i = first; i < first + kBlockThreads; ++i) out[i] = a[i] - b[i];
}

/// n is a multiple of kBlockThreads.
void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = n / kBlockThreads;
  subtract_kernel<<<blocks, kBlockThreads, 0, stream>>>(a, b, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
