// A grid of a fixed size takes tile after tile, with borders, for both tasks: one template and two functors.
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

constexpr int kThreads = 256;

/// Tile after tile with the same shared memory: a second barrier before it is filled again.
template <int Left, int Right, class F>
__global__ void tiles(const int* in, int* out, int n, F f) {
  __shared__ int tile[Left + kThreads + Right];
  for (int base = blockIdx.x * kThreads; base < n; base += gridDim.x * kThreads) {
    for (int k = threadIdx.x; k < Left + kThreads + Right; k += kThreads) {
      const int i = base - Left + k;
      tile[k] = i >= 0 && i < n ? in[i] : 0;
    }
    __syncthreads();
    const int i = base + threadIdx.x;
    if (i < n) out[i] = f(tile + Left + threadIdx.x);
    __syncthreads();
  }
}

struct Change {
  __device__ int operator()(const int* x) const { return x[0] - x[-1]; }
};
struct Three {
  __device__ int operator()(const int* x) const { return x[-1] + x[0] + x[1]; }
};

void change(const int* in, int* out, int n, cudaStream_t stream) {
  tiles<1, 0><<<32, kThreads, 0, stream>>>(in, out, n, Change{});
}

void sum_of_three(const int* in, int* out, int n, cudaStream_t stream) {
  tiles<1, 1><<<32, kThreads, 0, stream>>>(in, out, n, Three{});
}

}  // namespace barrier
