// finding: unsupported line 8
// std::vector has functions for the host only: nvcc refuses them in a kernel.
#include <cstdio>
#include <vector>

__global__ void squares(int* total) {
  int sum = 0;
  std::vector<int> values(10);
  for (int i = 0; i < 10; ++i) values[i] = i * i;
  for (int value : values) sum += value;
  *total = sum;
}

int main() {
  int *total, result;
  cudaMalloc(&total, sizeof(int));
  squares<<<1, 1>>>(total);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
