// finding: race line 26
// The last block adds up what the others have written, but no fence puts their results before the counter.
#include <cstdio>
#include <vector>

__device__ unsigned finished = 0;

__global__ void sum(const int* in, int n, int* parts, int* total) {
  __shared__ int cache[64];
  __shared__ bool last;
  int mine = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) mine += in[i];
  cache[threadIdx.x] = mine;
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = cache[0];
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int result = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) result += parts[b];
    *total = result;
  }
}

int main() {
  const int n = 5000, blocks = 20;
  std::vector<int> values(n, 2);
  int *in, *parts, *total, result = 0;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&parts, blocks * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<blocks, 64>>>(in, n, parts, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
