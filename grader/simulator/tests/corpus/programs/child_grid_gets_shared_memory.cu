// finding: launch refused line 13
// Shared memory belongs to the block that has it: another grid can't use it.
#include <cstdio>

__global__ void add_up(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x]); }

__global__ void squares(int* sum) {
  __shared__ int values[32];
  values[threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    *sum = 0;
    add_up<<<1, 32>>>(values, sum);
  }
}

int main() {
  int *sum, result;
  cudaMalloc(&sum, sizeof(int));
  squares<<<1, 32>>>(sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
