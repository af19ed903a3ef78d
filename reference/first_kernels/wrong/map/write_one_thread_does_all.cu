// expect: too_much_work write
// A kernel of a single thread, with the loop of a CPU program.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void square_kernel(const float* in, float* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];
}

/// n is a multiple of kBlockThreads: each thread has an element.
void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  square_kernel<<<1, 1, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
