// Is there a GPU that CUDA can use? Prints its name and ends with 0, or says why not and ends with 1. A
// program of its own: the grader runs on machines without CUDA, and a driver's first answer may be a crash.
#include <cstdio>

#include <cuda_runtime_api.h>

namespace {

/// nullptr: all is well.
const char* reason_against(cudaDeviceProp& properties) {
  int driver = 0, count = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "no NVIDIA driver is installed";
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count == 0) return "no NVIDIA GPU is installed";
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, 0);
  if (error == cudaSuccess) error = cudaFree(nullptr);  // makes a context
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

}  // namespace

int main() {
  cudaDeviceProp properties{};
  const char* reason = reason_against(properties);
  std::puts(reason ? reason : properties.name);
  return reason ? 1 : 0;
}
