// A submission for the fake course's exercise `copy`, whose threads do what a test says.
#pragma once

#include <string>

/// The statements begin in line 5. `threads`: of a block.
inline std::string copy_by(const std::string& statements, int threads = 128) {
  const std::string block = std::to_string(threads), more = std::to_string(threads - 1);
  return R"(#include "copy.cuh"
namespace copy {
template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
)" + statements +
         R"(
}
template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
  if (n > 0) elements_kernel<<<(n + )" +
         more + ") / " + block + ", " + block + R"(, 0, stream>>>(in, out, n);
}
}
)";
}

/// The same, where thread i of all does it.
inline std::string copy_by_each(const std::string& statements) {
  return copy_by("  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  " + statements);
}
