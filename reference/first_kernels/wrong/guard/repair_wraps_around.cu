// expect: wrong_answer repair
// Repairs the guard, and stores the sum without its limit: 256 becomes 0.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void brighten_kernel(const unsigned char* in, unsigned char* out, int n, int amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int brighter = in[i] + amount;
    out[i] = brighter;
  }
}

void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = (n + kBlockThreads - 1) / kBlockThreads;
  brighten_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out, n, amount);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
