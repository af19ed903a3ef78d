// Right in another style: the balanced one divides rows and elements together, along the path that merges the
// row ends with the elements (Merrill & Garland, 2016). Each thread has the same number of steps on it. A
// thread per row by a grid-stride loop; 8 lanes per row by cooperative groups.
#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

namespace cg = cooperative_groups;

constexpr int kThreads = 128;

// ==== A thread, or a part of a warp, for each row ======================================================

__global__ void rows_by_stride(Csr a, const float* __restrict__ x, float* __restrict__ y) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < a.rows; row += gridDim.x * blockDim.x) {
    const unsigned end = a.row_offsets[row + 1];
    float even = 0, odd = 0;
    unsigned e = a.row_offsets[row];
    for (; e + 1 < end; e += 2) {
      even = fmaf(a.values[e], x[a.columns[e]], even);
      odd = fmaf(a.values[e + 1], x[a.columns[e + 1]], odd);
    }
    if (e < end) even = fmaf(a.values[e], x[a.columns[e]], even);
    y[row] = even + odd;
  }
}

inline void thread_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  rows_by_stride<<<64, kThreads, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

template <int Lanes>
__global__ void lanes_per_row(Csr a, const float* x, float* y) {
  const auto lanes = cg::tiled_partition<Lanes>(cg::this_thread_block());
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) / Lanes, step = gridDim.x * blockDim.x / Lanes;
  for (int row = first; row < a.rows; row += step) {
    float sum = 0;
    for (unsigned e = a.row_offsets[row] + lanes.thread_rank(); e < a.row_offsets[row + 1]; e += Lanes)
      sum += a.values[e] * x[a.columns[e]];
    for (int delta = Lanes / 2; delta > 0; delta /= 2) sum += lanes.shfl_down(sum, delta);
    if (lanes.thread_rank() == 0) y[row] = sum;
  }
}

inline void warp_per_row(Csr a, const float* x, float* y, cudaStream_t stream) {
  lanes_per_row<8><<<64, kThreads, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== Merge path =======================================================================================

constexpr unsigned kSteps = 16;  // of each thread on the path

/// How many row ends lie on the path before its step `diagonal`: a row ends before element e if its end is at
/// most e.
__device__ inline unsigned rows_before(Csr a, unsigned diagonal) {
  const unsigned rows = a.rows, elements = a.elements;
  unsigned low = diagonal > elements ? diagonal - elements : 0, high = min(diagonal, rows);
  while (low < high) {
    const unsigned row = (low + high) / 2;
    if (a.row_offsets[row + 1] <= diagonal - row - 1)
      low = row + 1;
    else
      high = row;
  }
  return low;
}

__global__ void merge_path_kernel(Csr a, const float* x, float* y) {
  const unsigned length = unsigned(a.rows) + unsigned(a.elements);
  const unsigned begin = (blockIdx.x * blockDim.x + threadIdx.x) * kSteps;
  if (begin >= length) return;
  unsigned row = rows_before(a, begin), e = begin - row;
  float sum = 0;
  for (unsigned step = begin; step < min(begin + kSteps, length); ++step) {
    if (e < a.row_offsets[row + 1]) {
      sum += a.values[e] * x[a.columns[e]];
      ++e;
    } else {
      atomicAdd(&y[row], sum);
      sum = 0;
      ++row;
    }
  }
  if (sum != 0 && row < unsigned(a.rows)) atomicAdd(&y[row], sum);
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  WARPGRADE_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof(float), stream));
  const unsigned per_block = kThreads * kSteps, length = unsigned(a.rows) + unsigned(a.elements);
  merge_path_kernel<<<(length + per_block - 1) / per_block, kThreads, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
