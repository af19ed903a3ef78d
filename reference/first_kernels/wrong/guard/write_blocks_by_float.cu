// expect: wrong_answer write
// Computes the blocks in float, which rounds 16,777,217 down.
#include <cmath>

#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

// ==== write: out[i] = in[i] where that is positive, else 0 =============================================

__global__ void rectify_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > 0 ? in[i] : 0;
}

void rectify(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  const int blocks = static_cast<int>(std::ceil(static_cast<float>(n) / kBlockThreads));
  rectify_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
