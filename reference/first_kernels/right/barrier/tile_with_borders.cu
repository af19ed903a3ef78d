// The whole tile is loaded with its borders by a loop, as stencil codes do it; the barrier is the library's.
#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

constexpr int kThreads = 512;

inline int blocks_for(int n) { return (n + kThreads - 1) / kThreads; }

/// tile [kThreads + 2]: in from one element before the block to one behind it, 0 outside of the array.
__device__ void load_tile(const int* in, int n, int* tile) {
  const int first = int(blockIdx.x) * kThreads - 1;
  for (int k = threadIdx.x; k < kThreads + 2; k += kThreads) {
    const int i = first + k;
    tile[k] = i >= 0 && i < n ? in[i] : 0;
  }
  cooperative_groups::this_thread_block().sync();
}

__global__ void change_kernel(const int* in, int* out, int n) {
  __shared__ int tile[kThreads + 2];
  load_tile(in, n, tile);
  const int i = blockIdx.x * kThreads + threadIdx.x, k = threadIdx.x + 1;
  if (i < n) out[i] = tile[k] - tile[k - 1];
}

void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  change_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void sum_of_three_kernel(const int* in, int* out, int n) {
  __shared__ int tile[kThreads + 2];
  load_tile(in, n, tile);
  const int i = blockIdx.x * kThreads + threadIdx.x, k = threadIdx.x + 1;
  if (i < n) out[i] = tile[k - 1] + tile[k] + tile[k + 1];
}

void sum_of_three(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  sum_of_three_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace barrier
