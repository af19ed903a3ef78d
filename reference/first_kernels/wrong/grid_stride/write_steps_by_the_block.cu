// expect: race write
// Steps by the threads of one block: the next block does these elements too.
#include <warpgrade/student.cuh>

#include "grid_stride.cuh"

namespace grid_stride {

constexpr int kBlockThreads = 128;  // threads in each block
constexpr int kBlocks = 8;          // blocks in the grid, whatever n is

__global__ void scale_and_add_kernel(int a, const int* x, const int* y, int* out, int n) {
  const int threads = blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) out[i] = a * x[i] + y[i];
}

void scale_and_add(int a, const int* x, const int* y, int* out, int n, cudaStream_t stream) {
  scale_and_add_kernel<<<kBlocks, kBlockThreads, 0, stream>>>(a, x, y, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace grid_stride
