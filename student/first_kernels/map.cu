// Map: your first two kernels. The story is in the handout, assignments/first_kernels/map/README.md.
//
// Change only what stands between TODO and END TODO.
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kBlockThreads = 256;  // threads in each block

// ==== write: out[i] = in[i] * in[i] ====================================================================

__global__ void square_kernel(const float* in, float* out) {
  // TODO: which element is this thread's own? Compute its index i, then out[i].
  // END TODO
}

/// n is a multiple of kBlockThreads: each thread has an element.
void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  const int blocks = n / kBlockThreads;
  square_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, out);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== repair: out[i] = a[i] - b[i] =====================================================================

__global__ void subtract_kernel(const float* a, const float* b, float* out) {
  // TODO: this kernel has one mistake. Find it and repair it.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] - b[threadIdx.x];
  // END TODO
}

/// n is a multiple of kBlockThreads. There is no mistake in here.
void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = n / kBlockThreads;
  subtract_kernel<<<blocks, kBlockThreads, 0, stream>>>(a, b, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
