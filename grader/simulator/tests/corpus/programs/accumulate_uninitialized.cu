// finding: uninitialized read line 7
// Adds into memory that nobody has cleared.
#include <cstdio>

__global__ void accumulate(const int* values, int* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, values[i]);
}

int main() {
  int host[100], *values, *total;
  for (int& x : host) x = 1;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  accumulate<<<1, 128>>>(values, total, 100);
  cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
}
