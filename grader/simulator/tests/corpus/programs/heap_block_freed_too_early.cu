// finding: race line 14
// order: reverse
// The last barrier is missing: the first thread may free what another one still reads.
#include <cstdio>

__global__ void add_up(int* total) {
  __shared__ int* values;
  if (threadIdx.x == 0) {
    values = new int[32];
    for (int i = 0; i < 32; ++i) values[i] = i;
  }
  __syncthreads();
  atomicAdd(total, values[threadIdx.x]);
  if (threadIdx.x == 0) delete[] values;
}

int main() {
  int *total, result;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  add_up<<<1, 32>>>(total);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
