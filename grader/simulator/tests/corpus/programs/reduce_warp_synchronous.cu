// finding: race line 11
// Sum as it was written before Volta: the last warp goes without any barrier, and volatile was meant to be
// enough.
#include <stdio.h>

#define N 1024
#define THREADS 128

__device__ void warpReduce(volatile int* sdata, int tid) {
  sdata[tid] += sdata[tid + 32];
  sdata[tid] += sdata[tid + 16];
  sdata[tid] += sdata[tid + 8];
  sdata[tid] += sdata[tid + 4];
  sdata[tid] += sdata[tid + 2];
  sdata[tid] += sdata[tid + 1];
}

__global__ void reduce(int* g_idata, int* g_odata) {
  __shared__ int sdata[THREADS];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (THREADS * 2) + threadIdx.x;
  sdata[tid] = g_idata[i] + g_idata[i + THREADS];
  __syncthreads();
  for (unsigned int s = THREADS / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduce(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main() {
  int h_data[N], h_out[N / (2 * THREADS)], *d_in, *d_out, sum = 0;
  for (int i = 0; i < N; i++) h_data[i] = i;
  cudaMalloc((void**)&d_in, sizeof h_data);
  cudaMalloc((void**)&d_out, sizeof h_out);
  cudaMemcpy(d_in, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  reduce<<<N / (2 * THREADS), THREADS>>>(d_in, d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N / (2 * THREADS); i++) sum += h_out[i];
  printf("%d\n", sum);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
