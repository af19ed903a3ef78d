// Is there a GPU that CUDA can use? Prints its name and ends with 0, or says why not and ends with 1. A
// program of its own: the grader runs on machines without CUDA, and a driver's first answer may be a crash.
#include <cstdio>

#include <cuda_runtime_api.h>

int main() {
  int count = 0;
  cudaDeviceProp properties{};
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) error = cudaGetDeviceProperties(&properties, 0);
  if (error == cudaSuccess && count > 0) error = cudaFree(nullptr);  // makes a context
  if (error == cudaSuccess && count > 0) return std::puts(properties.name) < 0;
  std::puts(error == cudaSuccess ? "no NVIDIA GPU is installed" : cudaGetErrorString(error));
  return 1;
}
