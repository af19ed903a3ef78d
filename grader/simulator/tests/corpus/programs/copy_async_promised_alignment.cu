// finding: misaligned access line 18
// The copy is said to be aligned to 16 bytes, and an array of int need not be: whether it is, depends on what
// else the block has in shared memory, and on nvcc's options (on an H200 it went wrong with -rdc=true only).
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/barrier>

constexpr int kTile = 256;

__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[kTile];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, kTile * sizeof(int));
  cudaMalloc(&out, kTile * sizeof(int));
  cudaMemset(in, 0, kTile * sizeof(int));
  reverse<<<1, kTile>>>(in, out);
  cudaDeviceSynchronize();
}
