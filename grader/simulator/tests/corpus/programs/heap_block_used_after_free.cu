// finding: out of bounds line 14
// The first thread frees the list that the others still walk along: only a barrier before the free makes it
// right.
#include <cstdio>

__global__ void add_up(int* total) {
  __shared__ int* values;
  if (threadIdx.x == 0) {
    values = static_cast<int*>(malloc(32 * sizeof(int)));
    for (int i = 0; i < 32; ++i) values[i] = i;
  }
  __syncthreads();
  if (threadIdx.x == 0) free(values);
  atomicAdd(total, values[threadIdx.x]);
}

int main() {
  int *total, result;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  add_up<<<1, 32>>>(total);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
