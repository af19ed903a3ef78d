// finding: race line 13
// Each thread waits for its own copy only, and reads its neighbour's.
#include <cstdio>

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kThreads = 64;

__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[kThreads];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[i], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  // a __syncthreads() is missing here
  out[i] = tile[kThreads - 1 - i];
}

int main() {
  int *in, *out, values[kThreads];
  for (int i = 0; i < kThreads; ++i) values[i] = i;
  cudaMalloc(&in, sizeof(values));
  cudaMalloc(&out, sizeof(values));
  cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
  reverse<<<1, kThreads>>>(in, out);
  cudaMemcpy(values, out, sizeof(values), cudaMemcpyDeviceToHost);
  std::printf("%d\n", values[0]);
}
