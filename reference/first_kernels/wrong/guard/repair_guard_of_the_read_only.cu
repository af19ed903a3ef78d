// expect: out_of_bounds repair
// Guards the read, but not the write.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void brighten_kernel(const unsigned char* in, unsigned char* out, int n, int amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int brighter = i < n ? in[i] + amount : 0;
  out[i] = brighter < 255 ? brighter : 255;
}

void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = (n + kBlockThreads - 1) / kBlockThreads;
  brighten_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out, n, amount);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
