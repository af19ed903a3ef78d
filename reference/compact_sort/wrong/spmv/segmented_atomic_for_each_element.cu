// expect: too_much_work segmented
// Right, but one atomic for each element, most of them to the same row.
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

__global__ void elements_kernel(Csr a, const float* x, float* y) {
  const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= unsigned(a.elements)) return;
  unsigned low = 0, high = a.rows;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (a.row_offsets[middle] <= e ? low : high) = middle;
  }
  atomicAdd(&y[low], a.values[e] * x[a.columns[e]]);
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof(float), stream));
  if (a.elements == 0) return;
  elements_kernel<<<(a.elements + 255) / 256, 256, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
