// One launch sums everything: each block publishes its part with a fence and takes a number, and the block
// with the last number adds up the parts.
// prints: 30000: 239970
// prints: 1000: 7979
// prints: 1: 0
#include <cstdio>
#include <vector>

__device__ unsigned int count = 0;
__shared__ bool isLastBlockDone;

__device__ float calculatePartialSum(const float* array, int n) {
  __shared__ float cache[128];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += array[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
    __syncthreads();
  }
  return cache[0];
}

__device__ float calculateTotalSum(volatile float* result) {
  float total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) total += result[block];
  return total;
}

__global__ void sum(const float* array, int N, volatile float* result) {
  float partialSum = calculatePartialSum(array, N);
  if (threadIdx.x == 0) {
    // volatile: the last block reads it past its first-level cache
    result[blockIdx.x] = partialSum;
    // the partial sum is visible before the counter is
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    isLastBlockDone = value == gridDim.x - 1;
  }
  __syncthreads();
  if (isLastBlockDone && threadIdx.x == 0) {
    __threadfence();
    result[0] = calculateTotalSum(result);
    count = 0;  // for the next launch
  }
}

int main() {
  const int n = 30000, blocks = 24;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = float(i % 17);  // small integers: any order of summation is exact
  float *array, *result, total;
  cudaMalloc(&array, n * sizeof(float));
  cudaMalloc(&result, blocks * sizeof(float));
  cudaMemcpy(array, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int size : {n, 1000, 1}) {
    sum<<<blocks, 128>>>(array, size, result);
    cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost);
    std::printf("%d: %.0f\n", size, total);
  }
  cudaFree(array);
  cudaFree(result);
  return cudaGetLastError();
}
