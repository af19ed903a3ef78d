// expect: too_much_work write
// The loop is right, but the grid has one block: 128 threads do it all.
#include <warpgrade/student.cuh>

#include "grid_stride.cuh"

namespace grid_stride {

__global__ void scale_and_add_kernel(int a, const int* x, const int* y, int* out, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += step) out[i] = a * x[i] + y[i];
}

void scale_and_add(int a, const int* x, const int* y, int* out, int n, cudaStream_t stream) {
  scale_and_add_kernel<<<1, 128, 0, stream>>>(a, x, y, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace grid_stride
