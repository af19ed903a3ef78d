// Grid-stride loop: 1024 threads for any n. The story is in the handout,
// assignments/first_kernels/grid_stride/README.md.
//
// Change only what stands between TODO and END TODO.
#include <warpgrade/student.cuh>

#include "grid_stride.cuh"

namespace grid_stride {

constexpr int kBlockThreads = 128;  // threads in each block
constexpr int kBlocks = 8;          // blocks in the grid, whatever n is

// ==== write: out[i] = a * x[i] + y[i] ==================================================================

__global__ void scale_and_add_kernel(int a, const int* x, const int* y, int* out, int n) {
  // TODO: a loop over this thread's elements. Where does it begin, how far does it step, where does it end?
  const int threads = gridDim.x * blockDim.x;  // in the whole grid
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) out[i] = a * x[i] + y[i];
  // END TODO
}

void scale_and_add(int a, const int* x, const int* y, int* out, int n, cudaStream_t stream) {
  scale_and_add_kernel<<<kBlocks, kBlockThreads, 0, stream>>>(a, x, y, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== repair: out[i] = the larger one of a[i] and b[i] =================================================

__global__ void larger_kernel(const int* a, const int* b, int* out, int n) {
  // TODO: this kernel has one mistake. Find it and repair it.
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += step) out[i] = a[i] > b[i] ? a[i] : b[i];
  // END TODO
}

/// There is no mistake in here.
void larger(const int* a, const int* b, int* out, int n, cudaStream_t stream) {
  larger_kernel<<<kBlocks, kBlockThreads, 0, stream>>>(a, b, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace grid_stride
