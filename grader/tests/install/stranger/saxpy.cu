// y = a x + y, and once without the guard for threads behind the end.
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FORGET_THE_GUARD
  if (i >= n) return;
#endif
  y[i] = a * x[i] + y[i];
}

int main() {
  constexpr int kN = 1000;
  std::vector<float> x(kN, 2), y(kN, 1);
  float *dx, *dy;
  cudaMalloc(&dx, kN * sizeof(float));
  cudaMalloc(&dy, kN * sizeof(float));
  cudaMemcpy(dx, x.data(), kN * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), kN * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(kN + 255) / 256, 256>>>(kN, 3, dx, dy);
  cudaMemcpy(y.data(), dy, kN * sizeof(float), cudaMemcpyDeviceToHost);
  for (float value : y)
    if (value != 7) return std::printf("wrong: %g\n", value), 1;
  cudaFree(dx);
  cudaFree(dy);
}
