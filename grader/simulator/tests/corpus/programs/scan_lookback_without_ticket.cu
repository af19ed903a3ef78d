// finding: livelock line 22
// order: reverse
// Each block waits for the block before it, and takes for granted that a smaller blockIdx starts earlier.
#include <cstdio>
#include <vector>

__global__ void chained_scan(const int* in, int* out, volatile int* prefix, volatile int* ready) {
  __shared__ int tile[64];
  __shared__ int before;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const int left = threadIdx.x >= d ? tile[threadIdx.x - d] : 0;
    __syncthreads();
    tile[threadIdx.x] += left;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (ready[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      before = prefix[blockIdx.x - 1];
    }
    prefix[blockIdx.x] = before + tile[blockDim.x - 1];
    __threadfence();
    ready[blockIdx.x] = 1;
  }
  __syncthreads();
  out[i] = before + tile[threadIdx.x];
}

int main() {
  const int blocks = 100, n = blocks * 64;
  std::vector<int> values(n, 1);
  int *in, *out, *prefix, *ready;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&prefix, blocks * sizeof(int));
  cudaMalloc(&ready, blocks * sizeof(int));
  cudaMemset(ready, 0, blocks * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  chained_scan<<<blocks, 64>>>(in, out, prefix, ready);
  cudaMemcpy(values.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", values[n - 1]);
}
