// Right in another style: cooperative groups. The three steps of chunks are one launch, whose blocks all wait
// for each other in between; each has as many chunks as come to it.
#include <algorithm>

#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

namespace cg = cooperative_groups;
using warpgrade::div_up;

constexpr int kThreads = 256, kChunk = 4 * kThreads;

/// The inclusive scan of one value a thread over the block; `total` gets the sum of all.
template <class T, class Op>
__device__ T block_inclusive(cg::thread_block block, T value, Op op, T* warp_sums, T& total) {
  const auto warp = cg::tiled_partition<32>(block);
  for (unsigned d = 1; d < 32; d *= 2) {
    const T left = warp.shfl_up(value, d);
    if (warp.thread_rank() >= d) value = op(left, value);
  }
  const unsigned rank = warp.meta_group_rank();
  block.sync();
  if (warp.thread_rank() == 31) warp_sums[rank] = value;
  block.sync();
  T before = warp_sums[0];
  for (unsigned w = 1; w < rank; ++w) before = op(before, warp_sums[w]);
  if (rank > 0) value = op(before, value);
  total = warp_sums[0];
  for (unsigned w = 1; w < warp.meta_group_size(); ++w) total = op(total, warp_sums[w]);
  return value;
}

/// The block scans in[0..count) to out, or adds it up only if that is null. Returns the sum with the carry.
template <class T, class Op>
__device__ T scan_run(const T* in, T* out, int count, T carry, T* warp_sums, T identity, Op op) {
  const auto block = cg::this_thread_block();
  for (int begin = 0; begin < count; begin += int(block.size())) {
    const int i = begin + int(block.thread_rank());
    T total;
    const T sum = block_inclusive(block, i < count ? in[i] : identity, op, warp_sums, total);
    if (out && i < count) out[i] = op(carry, sum);
    carry = op(carry, total);
  }
  return carry;
}

template <class T, class Op>
__global__ void rows_kernel(const T* in, T* out, int columns, std::size_t pitch, T identity, Op op) {
  __shared__ T warp_sums[32];
  const std::size_t r = cg::this_grid().block_rank();
  scan_run(in + r * pitch, out + r * columns, columns, identity, warp_sums, identity, op);
}

inline int threads_for(int columns) { return std::min(int(div_up(columns, 32)) * 32, +kThreads); }

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  rows_kernel<<<rows, threads_for(columns), 0, stream>>>(in, out, columns, pitch, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
__global__ void chunks_kernel(const T* in, T* out, int rows, int columns, std::size_t pitch, int count,
                              T* totals, T identity, Op op) {
  __shared__ T warp_sums[32];
  const auto grid = cg::this_grid();
  const int all = rows * count;
  for (int i = int(blockIdx.x); i < all; i += int(gridDim.x)) {
    const T* from = in + i / count * pitch + std::size_t(i % count) * kChunk;
    const T sum = scan_run(from, static_cast<T*>(nullptr), min(kChunk + 0, columns - i % count * kChunk),
                           identity, warp_sums, identity, op);
    if (threadIdx.x == 0) totals[i] = sum;
  }
  grid.sync();
  for (int r = int(blockIdx.x); r < rows; r += int(gridDim.x)) {
    T* mine = totals + std::size_t(r) * count;
    scan_run(mine, mine, count, identity, warp_sums, identity, op);
  }
  grid.sync();
  for (int i = int(blockIdx.x); i < all; i += int(gridDim.x)) {
    const std::size_t r = i / count, begin = std::size_t(i % count) * kChunk;
    const T carry = i % count > 0 ? totals[i - 1] : identity;
    scan_run(in + r * pitch + begin, out + r * columns + begin, min(kChunk + 0, columns - int(begin)), carry,
             warp_sums, identity, op);
  }
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  int count = int(div_up(columns, kChunk));
  int blocks = 0;
  const auto kernel = chunks_kernel<T, Op>;
  WARPGRADE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kThreads, 0));
  blocks = std::min(blocks * int(warpgrade::multiprocessors()), rows * count);
  T* totals;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, std::size_t(rows) * count * sizeof(T), stream));
  void* arguments[] = {&in, &out, &rows, &columns, &pitch, &count, &totals, &identity, &op};
  WARPGRADE_CHECK(
      cudaLaunchCooperativeKernel((const void*)kernel, dim3(blocks), dim3(kThreads), arguments, 0, stream));
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

struct Pair {
  float a, b;
};

__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int steps) {
  __shared__ Pair warp_sums[32];
  const auto block = cg::this_thread_block();
  const std::size_t row = std::size_t(blockIdx.x) * steps;
  const float rate = A[blockIdx.x];
  float h = 0;
  for (int begin = 0; begin < steps; begin += int(block.size())) {
    const int t = begin + int(block.thread_rank());
    Pair map{1, 0}, total;
    if (t < steps) map = {expf(delta[row + t] * rate), delta[row + t] * B[t] * x[row + t]};
    const auto then = [](Pair f, Pair g) { return Pair{f.a * g.a, f.b * g.a + g.b}; };
    map = block_inclusive(block, map, then, warp_sums, total);
    if (t < steps) y[row + t] = C[t] * (map.a * h + map.b);
    h = total.a * h + total.b;
  }
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<channels, threads_for(steps), 0, stream>>>(delta, x, A, B, C, y, steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
