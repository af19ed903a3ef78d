// expect: too_much_work write
// One block of 1024 threads goes over the whole array: all but one multiprocessor have nothing to do.
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

__global__ void rectify_kernel(const int* in, int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] > 0 ? in[i] : 0;
}

void rectify(const int* in, int* out, int n, cudaStream_t stream) {
  rectify_kernel<<<1, 1024, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
