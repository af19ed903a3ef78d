// squares.h: all squares of an array of the host, computed on the device.
#include <cuda_runtime.h>

#include "squares.h"

__global__ void square(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // TODO: the square of one element.
  if (i < n) out[i] = in[i] * in[i];
  // END TODO
}

void square_all(const float* in, float* out, int n) {
  // TODO: copy the input to the device, launch the kernel, copy the result back.
  const size_t bytes = n * sizeof(float);
  float *device_in, *device_out;
  cudaMalloc(&device_in, bytes);
  cudaMalloc(&device_out, bytes);
  cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  square<<<(n + 127) / 128, 128>>>(device_in, device_out, n);
  cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  // END TODO
}
