// expect: race repair
// Threads without an element all do the last one, and write it at the same time.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void brighten_kernel(const unsigned char* in, unsigned char* out, int n, int amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? i : n - 1;
  const int brighter = in[mine] + amount;
  out[mine] = brighter < 255 ? brighter : 255;
}

void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = (n + kBlockThreads - 1) / kBlockThreads;
  brighten_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out, n, amount);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
