// No shared memory: neighbours in a warp exchange registers, and lanes at its ends read global memory.
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

constexpr int kThreads = 128;
constexpr unsigned kAllLanes = 0xffffffffu;

inline int blocks_for(int n) { return (n + kThreads - 1) / kThreads; }

__global__ void change_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? in[i] : 0;
  int before = __shfl_up_sync(kAllLanes, mine, 1);
  if (threadIdx.x % 32 == 0) before = i > 0 && i < n ? in[i - 1] : 0;
  if (i < n) out[i] = mine - before;
}

void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  change_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void sum_of_three_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int mine = i < n ? in[i] : 0;
  int before = __shfl_up_sync(kAllLanes, mine, 1);
  int after = __shfl_down_sync(kAllLanes, mine, 1);
  if (lane == 0) before = i > 0 && i < n ? in[i - 1] : 0;
  if (lane == 31) after = i + 1 < n ? in[i + 1] : 0;
  if (i < n) out[i] = before + mine + after;
}

void sum_of_three(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  sum_of_three_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace barrier
