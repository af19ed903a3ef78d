// expect: too_much_work write
// A kernel of a single thread, with the loop of a CPU program.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

constexpr int kBlockThreads = 256;  // threads in each block

__global__ void rectify_kernel(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] > 0 ? in[i] : 0;
}

void rectify(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  rectify_kernel<<<1, 1, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
