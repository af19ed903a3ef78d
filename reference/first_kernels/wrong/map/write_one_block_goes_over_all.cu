// expect: too_much_work write
// One block of 1024 threads goes over the whole array: all but one multiprocessor have nothing to do.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

__global__ void square_kernel(const float* in, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] * in[i];
}

void square(const float* in, float* out, int n, cudaStream_t stream) {
  square_kernel<<<1, 1024, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
