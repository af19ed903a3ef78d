// Iterations of a stencil in one cooperative launch: the grid synchronizes itself between them.
// prints: cudaSuccess, wrong 0, middle 208896
#include <stdio.h>
#include <stdlib.h>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void relax(int* a, int* b, int n, int iterations) {
  cg::grid_group grid = cg::this_grid();
  int *from = a, *to = b;
  for (int k = 0; k < iterations; k++) {
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) {
      int left = i > 0 ? from[i - 1] : 0, right = i + 1 < n ? from[i + 1] : 0;
      to[i] = (left + 2 * from[i] + right) / 4;
    }
    cg::sync(grid);
    int* t = from;
    from = to;
    to = t;
  }
}

int main() {
  int n = 3000, iterations = 7, supported = 0, per_sm = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  if (!supported) return 1;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, relax, 128, 0);
  if (per_sm < 1) return 1;
  int* h = (int*)calloc(3 * n, sizeof(int));
  for (int i = 0; i < n; i++) h[i] = (i * 37 % 101) << 12;
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);
  void* args[] = {&a, &b, &n, &iterations};
  cudaError_t error = cudaLaunchCooperativeKernel((void*)relax, dim3(6), dim3(128), args, 0, 0);
  cudaMemcpy(h + 2 * n, iterations % 2 ? b : a, n * sizeof(int), cudaMemcpyDeviceToHost);
  int *from = h, *to = h + n, wrong = 0;
  for (int k = 0; k < iterations; k++) {
    for (int i = 0; i < n; i++)
      to[i] = ((i > 0 ? from[i - 1] : 0) + 2 * from[i] + (i + 1 < n ? from[i + 1] : 0)) / 4;
    int* t = from;
    from = to;
    to = t;
  }
  for (int i = 0; i < n; i++) wrong += from[i] != h[2 * n + i];
  printf("%s, wrong %d, middle %d\n", cudaGetErrorName(error), wrong, from[n / 2]);
  cudaFree(a);
  cudaFree(b);
  free(h);
  return 0;
}
