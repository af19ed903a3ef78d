// finding: uninitialized read line 10
// A kernel can't wait for its children: only a tail launch, or the host, may use what they write.
#include <cstdio>

__global__ void square(int* values) { values[threadIdx.x] = threadIdx.x * threadIdx.x; }

__global__ void sum_of_squares(int* values, int* sum) {
  square<<<1, 32>>>(values);
  *sum = 0;
  for (int i = 0; i < 32; ++i) *sum += values[i];
}

int main() {
  int *values, *sum, result;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  sum_of_squares<<<1, 1>>>(values, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
