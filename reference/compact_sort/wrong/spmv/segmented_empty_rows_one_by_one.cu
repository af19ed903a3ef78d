#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

constexpr unsigned share = 8;  // elements of a thread

/// The row of element e: the last one that begins at or before it.
__device__ inline unsigned row_of(Csr a, unsigned e) {
  unsigned low = 0, high = a.rows;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (a.row_offsets[middle] <= e ? low : high) = middle;
  }
  return low;
}

__global__ void shares_kernel(Csr a, const float* x, float* y) {
  const unsigned begin = (blockIdx.x * blockDim.x + threadIdx.x) * share;
  if (begin >= unsigned(a.elements)) return;
  const unsigned end = min(begin + share, unsigned(a.elements));
  unsigned row = row_of(a, begin);
  float sum = 0;
  for (unsigned e = begin; e < end; ++e) {
    if (e == a.row_offsets[row + 1]) {
      atomicAdd(&y[row], sum);
      sum = 0;
      while (e == a.row_offsets[row + 1]) ++row;
    }
    sum += a.values[e] * x[a.columns[e]];
  }
  atomicAdd(&y[row], sum);
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof(float), stream));
  if (a.elements == 0) return;
  const unsigned threads = (a.elements + share - 1) / share;
  shares_kernel<<<(threads + 255) / 256, 256, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
