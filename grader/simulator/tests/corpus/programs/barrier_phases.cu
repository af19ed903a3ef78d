// cuda::barrier: a tile that is copied asynchronously to it, and phases that each thread arrives at first and
// waits for later.
// prints: 4096 reversed right, sum 8386560
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int kTile = 256;

__global__ void reverse_tiles(const int* in, int* out, int n) {
  __shared__ alignas(16) int tile[kTile];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  const auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  for (int start = blockIdx.x * kTile; start < n; start += gridDim.x * kTile) {
    cuda::memcpy_async(block, tile, in + start, cuda::aligned_size_t<16>(sizeof tile), barrier);
    barrier.arrive_and_wait();  // all parts of the tile are there
    out[start + threadIdx.x] = tile[kTile - 1 - threadIdx.x];
    barrier.arrive_and_wait();  // nobody reads the tile any more
  }
}

__global__ void sum_of_halves(const int* in, int n, int* sum) {
  __shared__ int partial[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine += in[i];
  partial[threadIdx.x] = mine;
  Barrier::arrival_token token = barrier.arrive();
  const int own = mine;  // work that needs no other thread
  barrier.wait(std::move(token));
  if (threadIdx.x == 0) {
    int total = own;
    for (int i = 1; i < 64; ++i) total += partial[i];
    *sum = total;
  }
}

int main() {
  const int n = 4096;
  int *in, *out, *sum;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i;
  reverse_tiles<<<3, kTile>>>(in, out, n);
  sum_of_halves<<<1, 64>>>(in, n, sum);
  cudaDeviceSynchronize();
  int right = 0;
  for (int i = 0; i < n; ++i) right += out[i] == i / kTile * kTile + kTile - 1 - i % kTile;
  std::printf("%d reversed right, sum %d\n", right, *sum);
}
