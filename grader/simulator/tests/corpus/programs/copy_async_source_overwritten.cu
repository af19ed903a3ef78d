// finding: race line 11
// The source of a copy is overwritten while the copy may still read it.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kThreads = 64;

__global__ void take(int* in, int* out) {
  __shared__ int tile[kThreads];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));
  __pipeline_commit();
  in[t] = -1;
  __pipeline_wait_prior(0);
  out[t] = tile[t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  take<<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}
