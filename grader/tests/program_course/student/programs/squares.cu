// squares.h: all squares of an array of the host, computed on the device.
#include <cuda_runtime.h>

#include "squares.h"

__global__ void square(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // TODO: the square of one element.
  // END TODO
}

void square_all(const float* in, float* out, int n) {
  // TODO: copy the input to the device, launch the kernel, copy the result back.
  // END TODO
}
