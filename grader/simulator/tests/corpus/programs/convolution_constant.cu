// 2D convolution: the mask lies in constant memory, tiles with their halo in shared memory; clamped borders.
// prints: wrong 0, checksum 476076
#include <stdio.h>
#include <stdlib.h>

#define MASK_WIDTH 5
#define RADIUS (MASK_WIDTH / 2)
#define TILE 12
#define PATCH (TILE + MASK_WIDTH - 1)

__constant__ int M[MASK_WIDTH][MASK_WIDTH];
__constant__ int divisor;

static __device__ __host__ int clamp(int v, int hi) { return v < 0 ? 0 : v > hi ? hi : v; }

__global__ void convolve(const unsigned char* __restrict__ P, unsigned char* N, int height, int width) {
  __shared__ unsigned char patch[PATCH][PATCH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row_o = blockIdx.y * TILE + ty, col_o = blockIdx.x * TILE + tx;
  patch[ty][tx] = P[clamp(row_o - RADIUS, height - 1) * width + clamp(col_o - RADIUS, width - 1)];
  __syncthreads();
  if (ty < TILE && tx < TILE && row_o < height && col_o < width) {
    int sum = 0;
    for (int i = 0; i < MASK_WIDTH; i++)
      for (int j = 0; j < MASK_WIDTH; j++) sum += M[i][j] * patch[ty + i][tx + j];
    N[row_o * width + col_o] = (unsigned char)(sum / divisor);
  }
}

int main() {
  const int width = 75, height = 50;
  int mask[MASK_WIDTH][MASK_WIDTH], total = 0;
  for (int i = 0; i < MASK_WIDTH; i++)
    for (int j = 0; j < MASK_WIDTH; j++) total += mask[i][j] = (1 + i % 3) * (1 + j);
  unsigned char *in = (unsigned char*)malloc(width * height), *out = (unsigned char*)malloc(width * height),
                *d_in, *d_out;
  for (int i = 0; i < width * height; i++) in[i] = (unsigned char)(i * 29);
  cudaMalloc((void**)&d_in, width * height);
  cudaMalloc((void**)&d_out, width * height);
  cudaMemcpy(d_in, in, width * height, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(M, mask, sizeof(mask));
  cudaMemcpyToSymbol(divisor, &total, sizeof(int));
  dim3 block(PATCH, PATCH), grid((width - 1) / TILE + 1, (height - 1) / TILE + 1);
  convolve<<<grid, block>>>(d_in, d_out, height, width);
  cudaMemcpy(out, d_out, width * height, cudaMemcpyDeviceToHost);
  int wrong = 0, checksum = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int sum = 0;
      for (int i = 0; i < MASK_WIDTH; i++)
        for (int j = 0; j < MASK_WIDTH; j++)
          sum +=
              mask[i][j] * in[clamp(y + i - RADIUS, height - 1) * width + clamp(x + j - RADIUS, width - 1)];
      wrong += out[y * width + x] != sum / total;
      checksum += out[y * width + x];
    }
  printf("wrong %d, checksum %d\n", wrong, checksum);
  cudaFree(d_in);
  cudaFree(d_out);
  free(in);
  free(out);
  return 0;
}
