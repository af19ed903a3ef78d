// Bitonic sort of 2^k keys: shared memory while both partners lie in one tile, global memory for longer
// strides.
// prints: 0 .. 4095, 0 bad
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define SHARED_SIZE_LIMIT 512U

__device__ inline void Comparator(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB,
                                  unsigned dir) {
  unsigned t;
  if ((keyA > keyB) == dir) {
    t = keyA, keyA = keyB, keyB = t;
    t = valA, valA = valB, valB = t;
  }
}

__global__ void bitonicSortShared(unsigned* d_Key, unsigned* d_Val) {
  __shared__ unsigned s_key[SHARED_SIZE_LIMIT], s_val[SHARED_SIZE_LIMIT];
  d_Key += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_Val += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x] = d_Key[0];
  s_val[threadIdx.x] = d_Val[0];
  s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2] = d_Key[SHARED_SIZE_LIMIT / 2];
  s_val[threadIdx.x + SHARED_SIZE_LIMIT / 2] = d_Val[SHARED_SIZE_LIMIT / 2];
  for (unsigned size = 2; size <= SHARED_SIZE_LIMIT; size <<= 1) {
    unsigned global = blockIdx.x * (SHARED_SIZE_LIMIT / 2) + threadIdx.x;
    unsigned ddd = (global & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  __syncthreads();
  d_Key[0] = s_key[threadIdx.x];
  d_Val[0] = s_val[threadIdx.x];
  d_Key[SHARED_SIZE_LIMIT / 2] = s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2];
  d_Val[SHARED_SIZE_LIMIT / 2] = s_val[threadIdx.x + SHARED_SIZE_LIMIT / 2];
}

__global__ void bitonicMergeGlobal(unsigned* d_Key, unsigned* d_Val, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned ddd = (i & (size / 2)) == 0;
  unsigned pos = 2 * i - (i & (stride - 1));
  unsigned keyA = d_Key[pos], valA = d_Val[pos], keyB = d_Key[pos + stride], valB = d_Val[pos + stride];
  Comparator(keyA, valA, keyB, valB, ddd);
  d_Key[pos] = keyA, d_Val[pos] = valA, d_Key[pos + stride] = keyB, d_Val[pos + stride] = valB;
}

int main() {
  const unsigned n = 4096;
  static unsigned keys[n], vals[n], out_keys[n], out_vals[n];
  for (unsigned i = 0, x = 1; i < n; i++) {
    x = x * 69069u + 1u;
    keys[i] = x >> 20;
    vals[i] = i;
  }
  unsigned *d_key, *d_val;
  cudaMalloc((void**)&d_key, sizeof(keys));
  cudaMalloc((void**)&d_val, sizeof(vals));
  cudaMemcpy(d_key, keys, sizeof(keys), cudaMemcpyHostToDevice);
  cudaMemcpy(d_val, vals, sizeof(vals), cudaMemcpyHostToDevice);
  bitonicSortShared<<<n / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(d_key, d_val);
  for (unsigned size = 2 * SHARED_SIZE_LIMIT; size <= n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1)
      bitonicMergeGlobal<<<n / 512, 256>>>(d_key, d_val, size, stride);
  cudaMemcpy(out_keys, d_key, sizeof(keys), cudaMemcpyDeviceToHost);
  cudaMemcpy(out_vals, d_val, sizeof(vals), cudaMemcpyDeviceToHost);
  assert(cudaGetLastError() == cudaSuccess);
  unsigned bad = 0;
  for (unsigned i = 0; i < n; i++)
    bad += keys[out_vals[i]] != out_keys[i] || (i > 0 && out_keys[i - 1] > out_keys[i]);
  printf("%u .. %u, %u bad\n", out_keys[0], out_keys[n - 1], bad);
  cudaFree(d_key);
  cudaFree(d_val);
  return bad != 0;
}
