// simulator: write
// cheat: no shared memory and no barrier: each element is read twice. The second time by a function that
//   is not instrumented, so that it is not counted.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

__attribute__((no_sanitize_thread, noinline)) __device__ int look(const int* in, int i) { return in[i]; }

__global__ void change_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i] - (i > 0 ? look(in, i - 1) : 0);
}

void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  change_kernel<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

void sum_of_three(const int*, int*, int, cudaStream_t) {}

}  // namespace barrier
