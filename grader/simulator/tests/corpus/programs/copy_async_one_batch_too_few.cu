// finding: race line 17
// Two copies are under way, and the thread waits for all but the last two of them: for none.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kThreads = 64;

__global__ void add(const int* in, int* out) {
  __shared__ int tiles[2][kThreads];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&tiles[i][t], &in[i * kThreads + t], sizeof(int));
    __pipeline_commit();
  }
  __pipeline_wait_prior(2);
  sum += tiles[0][t];
  __pipeline_wait_prior(0);
  out[t] = sum + tiles[1][t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 2 * kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, 2 * kThreads * sizeof(int));
  add<<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}
