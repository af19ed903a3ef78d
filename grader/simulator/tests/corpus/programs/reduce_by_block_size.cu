// Sum in the style of the SDK: the block size is a template argument, a switch picks the instance, partial
// sums are reduced again by the same kernel, and a warp finishes each block without barriers of the block.
// prints:  64 threads,     1 elements: 0 0
// prints:  64 threads,  1000 elements: 0 0
// prints:  64 threads,  4096 elements: 0 0
// prints:  64 threads, 20001 elements: 0 0
// prints: 128 threads,     1 elements: 0 0
// prints: 128 threads,  1000 elements: 0 0
// prints: 128 threads,  4096 elements: 0 0
// prints: 128 threads, 20001 elements: 0 0
// prints: 256 threads,     1 elements: 0 0
// prints: 256 threads,  1000 elements: 0 0
// prints: 256 threads,  4096 elements: 0 0
// prints: 256 threads, 20001 elements: 0 0
// prints: 512 threads,     1 elements: 0 0
// prints: 512 threads,  1000 elements: 0 0
// prints: 512 threads,  4096 elements: 0 0
// prints: 512 threads, 20001 elements: 0 0
#include <stdio.h>
#include <stdlib.h>

#define MAX_THREADS 512

bool isPow2(unsigned int x) { return (x & (x - 1)) == 0; }

template <class T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
};

template <class T, unsigned int blockSize>
__device__ void warpReduce(volatile T* sdata, T mySum, unsigned int tid) {
  if (blockSize >= 64) mySum += sdata[tid + 32];
  __syncwarp();
  for (unsigned int offset = 16; offset > 0; offset >>= 1) {
    sdata[tid] = mySum;
    __syncwarp();
    if (tid < offset) mySum += sdata[tid + offset];
    __syncwarp();
  }
  if (tid == 0) sdata[0] = mySum;
}

template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce(T* g_idata, T* g_odata, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  T mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = mySum;
  __syncthreads();

  if (blockSize >= 512) {
    if (tid < 256) sdata[tid] = mySum = mySum + sdata[tid + 256];
    __syncthreads();
  }
  if (blockSize >= 256) {
    if (tid < 128) sdata[tid] = mySum = mySum + sdata[tid + 128];
    __syncthreads();
  }
  if (blockSize >= 128) {
    if (tid < 64) sdata[tid] = mySum = mySum + sdata[tid + 64];
    __syncthreads();
  }
  if (tid < 32) warpReduce<T, blockSize>(sdata, mySum, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <class T, bool nIsPow2>
void launch(unsigned int n, int threads, int blocks, T* d_idata, T* d_odata) {
  dim3 dimBlock(threads, 1, 1);
  dim3 dimGrid(blocks, 1, 1);
  int smemSize = threads * sizeof(T);
  switch (threads) {
    case 512: reduce<T, 512, nIsPow2><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 256: reduce<T, 256, nIsPow2><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 128: reduce<T, 128, nIsPow2><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 64: reduce<T, 64, nIsPow2><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    default: fprintf(stderr, "no instance for %d threads\n", threads); exit(1);
  }
}

template <class T>
T sum(unsigned int n, int threads, int maxBlocks) {
  T* h_idata = (T*)malloc(n * sizeof(T));
  for (unsigned int i = 0; i < n; i++) h_idata[i] = (T)(rand() & 0xFF);
  int blocks = (n + threads * 2 - 1) / (threads * 2);
  if (blocks > maxBlocks) blocks = maxBlocks;
  T *d_idata = NULL, *d_odata = NULL;
  cudaMalloc((void**)&d_idata, n * sizeof(T));
  cudaMalloc((void**)&d_odata, blocks * sizeof(T));
  cudaMemcpy(d_idata, h_idata, n * sizeof(T), cudaMemcpyHostToDevice);
  if (isPow2(n) && n >= (unsigned)threads * 2)
    launch<T, true>(n, threads, blocks, d_idata, d_odata);
  else
    launch<T, false>(n, threads, blocks, d_idata, d_odata);
  launch<T, false>(blocks, 64, 1, d_odata, d_odata);
  T result, expected = 0;
  cudaMemcpy(&result, d_odata, sizeof(T), cudaMemcpyDeviceToHost);
  for (unsigned int i = 0; i < n; i++) expected += h_idata[i];
  cudaFree(d_idata);
  cudaFree(d_odata);
  free(h_idata);
  return result - expected;
}

int main() {
  srand(1);
  for (int threads = 64; threads <= MAX_THREADS; threads *= 2)
    for (unsigned int n : {1u, 1000u, 4096u, 20001u})
      printf("%3d threads, %5u elements: %d %.0f\n", threads, n, sum<int>(n, threads, 16),
             sum<double>(n, threads, 16));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
