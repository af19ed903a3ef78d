// expect: wrong_answer repair
// Each block stays in its own 128 elements: what comes behind the first 1024 is not done.
#include <warpgrade/student.cuh>

#include "grid_stride.cuh"

namespace grid_stride {

constexpr int kBlockThreads = 128;  // threads in each block
constexpr int kBlocks = 8;          // blocks in the grid, whatever n is

__global__ void larger_kernel(const int* a, const int* b, int* out, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = blockDim.x;
  const int last = min(n, int((blockIdx.x + 1) * blockDim.x));
  for (int i = first; i < last; i += step) out[i] = a[i] > b[i] ? a[i] : b[i];
}

void larger(const int* a, const int* b, int* out, int n, cudaStream_t stream) {
  larger_kernel<<<kBlocks, kBlockThreads, 0, stream>>>(a, b, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace grid_stride
