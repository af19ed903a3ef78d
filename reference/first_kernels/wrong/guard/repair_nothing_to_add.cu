// expect: wrong_answer repair
// Where there is nothing to add it leaves the output as it was.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

// ==== repair: out[i] = in[i] + amount, at most 255 =====================================================

__global__ void brighten_kernel(const unsigned char* in, unsigned char* out, int n, int amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && amount > 0) {  // nothing to do without an amount
    const int brighter = in[i] + amount;
    out[i] = brighter < 255 ? brighter : 255;
  }
}

/// There is no mistake in here.
void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = (n + kBlockThreads - 1) / kBlockThreads;
  brighten_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out, n, amount);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
