// Saxpy with a grid-stride loop over unified memory; the grid comes from the device's properties.
// prints: no error, max error 0.000000, warps of 32
// prints: 5 4
#include <cstdio>

__global__ void saxpy(int n, float a, float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

int main(void) {
  int devId = 0, N = 1 << 16;
  float *x, *y;
  cudaDeviceProp prop;
  if (cudaGetDevice(&devId) != cudaSuccess || cudaGetDeviceProperties(&prop, devId) != cudaSuccess) return 1;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) x[i] = 1.0f, y[i] = 2.0f;
  int numSMs;
  cudaDeviceGetAttribute(&numSMs, cudaDevAttrMultiProcessorCount, devId);
  saxpy<<<4 * numSMs, 256>>>(N, 2.0f, x, y);
  cudaError_t error = cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < N; i++) maxError = fmaxf(maxError, fabsf(y[i] - 4.0f));
  printf("%s, max error %f, warps of %d\n", cudaGetErrorString(error), maxError, prop.warpSize);
  saxpy<<<1, 1>>>(10, 1.0f, x, y);  // the same kernel, serially
  cudaDeviceSynchronize();
  printf("%.0f %.0f\n", y[9], y[10]);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
