// expect: too_much_work write
// A block for each element: 31 of the 32 lanes of each warp have nothing to do.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void square_kernel(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * in[i];
}

/// n is a multiple of kBlockThreads: each thread has an element.
void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  square_kernel<<<n, 1, 0, stream>>>(in, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
