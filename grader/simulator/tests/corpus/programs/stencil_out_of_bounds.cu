// finding: out of bounds line 7
// A stencil whose last thread reads one element too far.
#include <cstdio>

__global__ void difference(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1] - in[i];
}

int main() {
  const int n = 256;
  float *in, *out, first;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  difference<<<2, 128>>>(in, out, n);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%.1f\n", first);
}
