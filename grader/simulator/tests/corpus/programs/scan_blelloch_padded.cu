// Work-efficient exclusive scan of any size (Blelloch): up-sweep and down-sweep in dynamic shared memory
// whose indices are padded against bank conflicts; the host recurses over the sums of the blocks.
// prints: 1 elements: 0 wrong, last 0
// prints: 2 elements: 0 wrong, last 0
// prints: 127 elements: 0 wrong, last 555
// prints: 128 elements: 0 wrong, last 561
// prints: 129 elements: 0 wrong, last 568
// prints: 5000 elements: 0 wrong, last 22491
// prints: 20000 elements: 0 wrong, last 89991
#include <stdio.h>
#include <stdlib.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#define BLOCK 64

#define CUDA_SAFE_CALL(call)                                                            \
  {                                                                                     \
    cudaError_t err = call;                                                             \
    if (cudaSuccess != err) {                                                           \
      fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", __FILE__, __LINE__, \
              cudaGetErrorString(err));                                                 \
      exit(EXIT_FAILURE);                                                               \
    }                                                                                   \
  }

__global__ void prescan(float* g_odata, const float* g_idata, float* g_sums, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int m = 2 * blockDim.x;
  int base = blockIdx.x * m;
  int ai = thid, bi = thid + m / 2;
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankOffsetA] = base + ai < n ? g_idata[base + ai] : 0.0f;
  temp[bi + bankOffsetB] = base + bi < n ? g_idata[base + bi] : 0.0f;

  int offset = 1;
  for (int d = m >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) {
    int last = m - 1 + CONFLICT_FREE_OFFSET(m - 1);
    g_sums[blockIdx.x] = temp[last];
    temp[last] = 0;
  }
  for (int d = 1; d < m; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  if (base + ai < n) g_odata[base + ai] = temp[ai + bankOffsetA];
  if (base + bi < n) g_odata[base + bi] = temp[bi + bankOffsetB];
}

__global__ void uniformAdd(float* g_data, const float* uniforms, int n) {
  __shared__ float uni;
  if (threadIdx.x == 0) uni = uniforms[blockIdx.x];
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    int address = blockIdx.x * 2 * blockDim.x + k * blockDim.x + threadIdx.x;
    if (address < n) g_data[address] += uni;
  }
}

void prescanArray(float* d_out, const float* d_in, int n) {
  int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
  float* d_sums;
  CUDA_SAFE_CALL(cudaMalloc((void**)&d_sums, blocks * sizeof(float)));
  prescan<<<blocks, BLOCK, (2 * BLOCK + 2 * BLOCK / NUM_BANKS) * sizeof(float)>>>(d_out, d_in, d_sums, n);
  CUDA_SAFE_CALL(cudaGetLastError());
  if (blocks > 1) {
    prescanArray(d_sums, d_sums, blocks);
    uniformAdd<<<blocks, BLOCK>>>(d_out, d_sums, n);
    CUDA_SAFE_CALL(cudaGetLastError());
  }
  CUDA_SAFE_CALL(cudaFree(d_sums));
}

int main(int argc, char** argv) {
  int sizes[] = {1, 2, 127, 128, 129, 5000, 20000};
  for (int s = 0; s < 7; s++) {
    int n = sizes[s];
    float *h = (float*)malloc(n * sizeof(float)), *r = (float*)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = (float)(i * 31 % 10);
    CUDA_SAFE_CALL(cudaMalloc((void**)&d, n * sizeof(float)));
    CUDA_SAFE_CALL(cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice));
    prescanArray(d, d, n);
    CUDA_SAFE_CALL(cudaMemcpy(r, d, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
      wrong += r[i] != (float)sum;
      sum += h[i];
    }
    printf("%d elements: %d wrong, last %.0f\n", n, wrong, r[n - 1]);
    CUDA_SAFE_CALL(cudaFree(d));
    free(h);
    free(r);
  }
  return 0;
}
