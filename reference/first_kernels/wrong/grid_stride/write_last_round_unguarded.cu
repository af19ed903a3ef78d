// expect: out_of_bounds write
// The number of rounds is rounded up, and in the last one threads have no element.
#include <warpgrade/student.cuh>

#include "grid_stride.cuh"

namespace grid_stride {

constexpr int kBlockThreads = 128;  // threads in each block
constexpr int kBlocks = 8;          // blocks in the grid, whatever n is

__global__ void scale_and_add_kernel(int a, const int* x, const int* y, int* out, int n) {
  const int threads = gridDim.x * blockDim.x;  // in the whole grid
  for (int round = 0; round < (n + threads - 1) / threads; ++round) {
    const int i = round * threads + blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a * x[i] + y[i];
  }
}

void scale_and_add(int a, const int* x, const int* y, int* out, int n, cudaStream_t stream) {
  scale_and_add_kernel<<<kBlocks, kBlockThreads, 0, stream>>>(a, x, y, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace grid_stride
