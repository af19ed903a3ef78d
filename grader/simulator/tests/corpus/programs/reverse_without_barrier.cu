// finding: race line 9
// Reverses a block's part through shared memory and forgets the barrier.
#include <cstdio>

__global__ void reverse(int* d) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = d[t];
  d[t] = s[63 - t];
}

int main() {
  int a[64], *d;
  for (int i = 0; i < 64; ++i) a[i] = i;
  cudaMalloc(&d, sizeof a);
  cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(d);
  cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
  std::printf("%d\n", a[0]);
  cudaFree(d);
}
