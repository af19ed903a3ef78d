// finding: barrier divergence line 9
// The barrier of a scan stands inside the condition on the thread's index.
#include <cstdio>

__global__ void scan(int* data) {
  for (int d = 1; d < blockDim.x; d *= 2) {
    if (threadIdx.x >= d) {
      int left = data[threadIdx.x - d];
      __syncthreads();
      data[threadIdx.x] += left;
    }
    __syncthreads();
  }
}

int main() {
  int ones[64], *data;
  for (int& x : ones) x = 1;
  cudaMalloc(&data, sizeof ones);
  cudaMemcpy(data, ones, sizeof ones, cudaMemcpyHostToDevice);
  scan<<<1, 64>>>(data);
  cudaMemcpy(ones, data, sizeof ones, cudaMemcpyDeviceToHost);
  std::printf("%d\n", ones[63]);
}
