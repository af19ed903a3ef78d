// Right, and plain: always 512 blocks of 512 threads; the result is made in out, step by step.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlocks = 512, kThreads = 512;

__global__ void rectify_kernel(const int* in, volatile int* out, int n) {
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += kBlocks * kThreads) {
    out[i] = in[i];
    if (out[i] < 0) out[i] = 0;
  }
}

void rectify(const int* in, int* out, int n, cudaStream_t stream) {
  rectify_kernel<<<kBlocks, kThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void brighten_kernel(const unsigned char* in, volatile unsigned char* out, int n, int amount) {
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += kBlocks * kThreads) {
    out[i] = 255;
    if (in[i] + amount < 255) out[i] = in[i] + amount;
  }
}

void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream) {
  brighten_kernel<<<kBlocks, kThreads, 0, stream>>>(in, out, n, amount);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
