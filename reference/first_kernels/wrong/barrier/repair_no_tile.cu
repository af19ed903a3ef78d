// expect: too_much_work repair
// Without the tile no barrier is needed, but each element is read three times from global memory.
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

constexpr int kBlockThreads = 256;  // threads in each block

/// Blocks for n elements: rounded up.
inline int blocks_for(int n) { return (n + kBlockThreads - 1) / kBlockThreads; }

__global__ void sum_of_three_kernel(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  if (i >= n) return;
  const int before = i > 0 ? in[i - 1] : 0;
  const int after = i + 1 < n ? in[i + 1] : 0;
  out[i] = before + in[i] + after;
}

void sum_of_three(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  sum_of_three_kernel<<<blocks_for(n), kBlockThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace barrier
