// expect: wrong_answer repair
// Where there is nothing to add it leaves the output as it was.
//
// Guard: when n is no multiple of the block. The story is in the handout,
// assignments/first_kernels/guard/README.md.
//
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

// ==== write: out[i] = in[i] where that is positive, else 0 =============================================

__global__ void rectify_kernel(const int* in, int* out, int n) {}

void rectify(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  const int blocks = 1;
  rectify_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

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
