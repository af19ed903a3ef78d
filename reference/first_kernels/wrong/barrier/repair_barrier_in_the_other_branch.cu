// expect: race repair
// Only the threads behind the end wait.
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

constexpr int kBlockThreads = 256;  // threads in each block

/// Blocks for n elements: rounded up.
inline int blocks_for(int n) { return (n + kBlockThreads - 1) / kBlockThreads; }

__global__ void sum_of_three_kernel(const int* in, int* out, int n) {
  __shared__ int tile[kBlockThreads + 2];  // the elements of this block, and one more on either side
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0;
  if (t == kBlockThreads - 1) tile[t + 2] = i + 1 < n ? in[i + 1] : 0;
  if (i < n) {
    tile[t + 1] = in[i];
  } else {
    tile[t + 1] = 0;  // behind the end
    __syncthreads();
  }
  const int sum = tile[t] + tile[t + 1] + tile[t + 2];
  if (i < n) out[i] = sum;
}

void sum_of_three(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  sum_of_three_kernel<<<blocks_for(n), kBlockThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace barrier
