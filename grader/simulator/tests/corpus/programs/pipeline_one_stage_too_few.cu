// finding: race line 20
// The pipeline of a thread has two stages under way, and the thread waits for the first of them only.
#include <cuda/pipeline>

constexpr int kThreads = 64;

__global__ void add(const int* in, int* out) {
  __shared__ int tiles[2][kThreads];
  const unsigned t = threadIdx.x;
  auto pipeline = cuda::make_pipeline();
  for (int i = 0; i < 2; ++i) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&tiles[i][t], &in[i * kThreads + t], sizeof(int), pipeline);
    pipeline.producer_commit();
  }
  pipeline.consumer_wait();
  int sum = tiles[0][t];
  pipeline.consumer_release();
  // Missing: pipeline.consumer_wait();
  sum += tiles[1][t];
  out[t] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 2 * kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, 2 * kThreads * sizeof(int));
  add<<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}
