// While a tile is added up, the next one is copied in the background: by each thread for itself, and by the
// block.
// prints: 640 955
// prints: 955 640
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

constexpr int kThreads = 64, kTiles = 5, kSize = kThreads * kTiles;

__global__ void each_for_itself(const int* in, int* out) {
  __shared__ int tiles[2][kThreads];
  const unsigned t = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&tiles[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  for (int i = 0; i < kTiles; ++i) {
    if (i + 1 < kTiles)
      __pipeline_memcpy_async(&tiles[(i + 1) % 2][t], &in[(i + 1) * kThreads + t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += tiles[i % 2][t];
  }
  out[t] = sum;
}

__global__ void all_together(const int* in, int* out) {
  __shared__ int tiles[2][kThreads];
  const auto block = cooperative_groups::this_thread_block();
  int sum = 0;
  cooperative_groups::memcpy_async(block, tiles[0], in, sizeof tiles[0]);
  for (int i = 0; i + 1 < kTiles; ++i) {
    cooperative_groups::memcpy_async(block, tiles[(i + 1) % 2], in + (i + 1) * kThreads, sizeof tiles[0]);
    cooperative_groups::wait_prior<1>(block);
    sum += tiles[i % 2][kThreads - 1 - threadIdx.x];
    block.sync();  // the next copy comes where this tile is
  }
  cooperative_groups::wait(block);
  out[threadIdx.x] = sum + tiles[(kTiles - 1) % 2][kThreads - 1 - threadIdx.x];
}

int main() {
  int *in, *out, values[kSize];
  for (int i = 0; i < kSize; ++i) values[i] = i;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  each_for_itself<<<1, kThreads>>>(in, out);
  cudaMemcpy(values, out, kThreads * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", values[0], values[kThreads - 1]);
  all_together<<<1, kThreads>>>(in, out);
  cudaMemcpy(values, out, kThreads * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", values[0], values[kThreads - 1]);
}
