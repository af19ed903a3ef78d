// As such files look that come from elsewhere: headers that nobody needs, pragmas of another compiler, and an
// error message on stderr.
#pragma warning(disable : 4996)
#pragma region headers
#include <assert.h>
#include <iostream>
#include <malloc.h>
#include <math.h>
#include <memory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "map.cuh"
#pragma endregion

namespace map {

inline void give_up_on(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "the launch failed\n");
  fputs("reason: ", stderr);
  std::cerr << cudaGetErrorString(error) << std::endl;
  perror("map");
  fflush(stderr);
  exit(EXIT_FAILURE);
}

__global__ void square_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  square_kernel<<<(n + 127) / 128, 128, 0, stream>>>(in, out, n);
  give_up_on(cudaGetLastError());
}

__global__ void subtract_kernel(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] - b[i];
}

void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  subtract_kernel<<<(n + 127) / 128, 128, 0, stream>>>(a, b, out, n);
  give_up_on(cudaGetLastError());
}

}  // namespace map
