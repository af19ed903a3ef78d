// cuda::pipeline: the next tile is copied while one is added up, by each thread for itself, by the block, and
// by warps that only copy for warps that only add.
// prints: 640 955
// prints: 955 640
// prints: 645 950
// prints: 645 950
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/pipeline>

constexpr int kThreads = 64, kTiles = 5, kSize = kThreads * kTiles, kStages = 2;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, kStages>;

__global__ void each_for_itself(const int* in, int* out) {
  __shared__ int tiles[kStages][kThreads];
  const unsigned t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&tiles[0][t], &in[t], sizeof(int), pipeline);
  pipeline.producer_commit();
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    pipeline.producer_acquire();
    if (i + 1 < kTiles)
      cuda::memcpy_async(&tiles[(i + 1) % 2][t], &in[(i + 1) * kThreads + t], sizeof(int), pipeline);
    pipeline.producer_commit();
    if (i % 2 == 0)
      cuda::pipeline_consumer_wait_prior<1>(pipeline);
    else
      pipeline.consumer_wait();
    sum += tiles[i % 2][t];
    pipeline.consumer_release();
  }
  out[t] = sum;
}

__global__ void all_together(const int* in, int* out) {
  __shared__ alignas(16) int tiles[kStages][kThreads];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ State state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int done = 0, copied = 0; done < kTiles; ++done) {
    for (; copied < kTiles && copied < done + kStages; ++copied) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tiles[copied % kStages], in + copied * kThreads,
                         cuda::aligned_size_t<16>(sizeof tiles[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += tiles[done % kStages][kThreads - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// The first warp copies, the others add.
template <class Pipeline>
__device__ void copy_and_add(Pipeline& pipeline, int (*tiles)[kThreads], const int* in, int* out) {
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < kTiles; ++i) {
      pipeline.producer_acquire();
      for (unsigned e = lane; e < kThreads; e += 32)
        cuda::memcpy_async(&tiles[i % kStages][e], &in[i * kThreads + e], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    return;
  }
  const unsigned reader = threadIdx.x - 32;
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    pipeline.consumer_wait();
    sum += tiles[i % kStages][reader ^ 1];
    pipeline.consumer_release();
  }
  out[reader] = sum;
}

__global__ void two_roles(const int* in, int* out, bool by_role) {
  __shared__ int tiles[kStages][kThreads];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ State state;
  const auto block = cooperative_groups::this_thread_block();
  if (by_role) {
    const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = cuda::make_pipeline(block, &state, role);
    copy_and_add(pipeline, tiles, in, out);
  } else {
    auto pipeline = cuda::make_pipeline(block, &state, 32);
    copy_and_add(pipeline, tiles, in, out);
  }
}

int main() {
  int *in, *out, values[kSize], sums[kThreads];
  for (int i = 0; i < kSize; ++i) values[i] = i;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  for (int way = 0; way < 4; ++way) {
    if (way == 0) each_for_itself<<<1, kThreads>>>(in, out);
    if (way == 1) all_together<<<1, kThreads>>>(in, out);
    if (way >= 2) two_roles<<<1, 32 + kThreads>>>(in, out, way == 2);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", sums[0], sums[kThreads - 1]);
  }
}
