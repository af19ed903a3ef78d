// Right in another style: a warp makes a row by butterfly shuffles, without shared memory, and rows are taken
// in turn by a grid of a fixed size. Of a long row each block takes every 8th tile, and a launch of its own
// joins what they found.
#include <cmath>

#include <warpgrade/student.cuh>

#include "softmax.cuh"

namespace softmax {

constexpr int kWarps = 4, kThreads = 32 * kWarps;
constexpr int kBlocksForARow = 8;

/// Every lane gets the result.
template <class T, class Op>
__device__ T warp_all_reduce(T value, Op op) {
  for (int mask = 1; mask < 32; mask *= 2) value = op(value, warpgrade::shfl_xor(value, mask));
  return value;
}

__global__ void three_passes_kernel(const float* __restrict__ in, float* __restrict__ out, int rows,
                                    int columns, std::size_t pitch) {
  const int lane = threadIdx.x % 32, warps = gridDim.x * kWarps;
  for (int r = blockIdx.x * kWarps + threadIdx.x / 32; r < rows; r += warps) {
    const float* row = &in[r * pitch];
    float m = -INFINITY;
    for (int c = lane; c < columns; c += 32) m = max(m, row[c]);
    m = warp_all_reduce(m, [](float a, float b) { return max(a, b); });
    const bool masked = isinf(m);
    float s = 0;
    for (int c = lane; c < columns; c += 32) s += masked ? 0.0F : __expf(row[c] - m);
    s = warp_all_reduce(s, [](float a, float b) { return a + b; });
    const float scale = masked ? 0.0F : 1 / s;
    for (int c = lane; c < columns; c += 32)
      out[std::size_t(r) * columns + c] = masked ? 0.0F : scale * __expf(row[c] - m);
  }
}

inline int blocks_for(int rows) {
  const int blocks = (rows + kWarps - 1) / kWarps;
  return blocks < 1024 ? blocks : 1024;
}

void three_passes(const float* in, float* out, int rows, int columns, std::size_t pitch,
                  cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  three_passes_kernel<<<blocks_for(rows), kThreads, 0, stream>>>(in, out, rows, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

struct MaxSum {
  float max, sum;
};

struct OnlineSoftmax {
  using Element = float;
  using Total = MaxSum;
  using Result = float;

  __device__ MaxSum identity() const { return {-INFINITY, 0}; }
  __device__ MaxSum lift(float x) const {
    return {x, 1};
  }  // finish() never asks for the sum of masked elements
  __device__ MaxSum join(MaxSum a, MaxSum b) const {
    if (a.max < b.max) {
      const MaxSum smaller = a;
      a = b;
      b = smaller;
    }
    if (b.max > -INFINITY) a.sum += b.sum * __expf(b.max - a.max);
    return a;
  }
  __device__ float finish(float x, MaxSum row) const {
    return isinf(x) ? 0.0F : __expf(x - row.max) / row.sum;
  }
};

template <class Rule>
__global__ void online_kernel(const typename Rule::Element* in, typename Rule::Result* out, int rows,
                              int columns, std::size_t pitch, Rule rule) {
  const int lane = threadIdx.x % 32;
  for (int r = blockIdx.x * kWarps + threadIdx.x / 32; r < rows; r += gridDim.x * kWarps) {
    const auto* row = &in[r * pitch];
    auto total = rule.identity();
    for (int c = lane; c < columns; c += 32) total = rule.join(total, rule.lift(row[c]));
    total = warp_all_reduce(total, [&](auto a, auto b) { return rule.join(a, b); });
    for (int c = lane; c < columns; c += 32) out[std::size_t(r) * columns + c] = rule.finish(row[c], total);
  }
}

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  online_kernel<<<blocks_for(rows), kThreads, 0, stream>>>(in, out, rows, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
}

/// Warp w of the row, of all its blocks, takes each kBlocksForARow * kWarps-th piece of 32 elements.
template <class Rule>
__global__ void warp_totals_kernel(const typename Rule::Element* in, typename Rule::Total* totals,
                                   int columns, std::size_t pitch, Rule rule) {
  const int warp = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
  const auto* row = in + blockIdx.y * pitch;
  auto total = rule.identity();
  for (int c = 32 * warp + lane; c < columns; c += kBlocksForARow * kThreads)
    total = rule.join(total, rule.lift(row[c]));
  total = warp_all_reduce(total, [&](auto a, auto b) { return rule.join(a, b); });
  if (lane == 0) totals[blockIdx.y * (kBlocksForARow * kWarps) + warp] = total;
}

/// A warp for each row: there are 32 totals of it. The first one becomes that of the row.
template <class Rule>
__global__ void row_totals_kernel(typename Rule::Total* totals, Rule rule) {
  static_assert(kBlocksForARow * kWarps == 32);
  auto* const mine = totals + 32 * blockIdx.x;
  const auto total = warp_all_reduce(mine[threadIdx.x], [&](auto a, auto b) { return rule.join(a, b); });
  __syncwarp();
  if (threadIdx.x == 0) mine[0] = total;
}

template <class Rule>
__global__ void results_kernel(const typename Rule::Element* in, const typename Rule::Total* totals,
                               typename Rule::Result* out, int columns, std::size_t pitch, Rule rule) {
  const auto total = totals[32 * blockIdx.y];
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < columns; c += gridDim.x * blockDim.x)
    out[blockIdx.y * std::size_t(columns) + c] = rule.finish(in[blockIdx.y * pitch + c], total);
}

template <class Rule>
void long_rows(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
               std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  typename Rule::Total* totals;
  WARPGRADE_CHECK(cudaMallocAsync((void**)&totals, sizeof(typename Rule::Total) * 32 * rows, stream));
  warp_totals_kernel<<<dim3(kBlocksForARow, rows), kThreads, 0, stream>>>(in, totals, columns, pitch, rule);
  row_totals_kernel<<<rows, 32, 0, stream>>>(totals, rule);
  results_kernel<<<dim3(kBlocksForARow, rows), kThreads, 0, stream>>>(in, totals, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

}  // namespace softmax
