// What two_loads_at_once.cu and four_loads_of_few_threads.cu share: a tree over a block's values, and the
// task of one block.
#pragma once

#include <algorithm>
#include <cstddef>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int kThreads = 256, kWarps = kThreads / 32;

/// The result is thread 0's. Every thread of the block must call it.
template <class T, class Op>
__device__ T reduce_block(T value, T (&of_warp)[kWarps], T identity, Op op) {
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return value;
  value = threadIdx.x < kWarps ? of_warp[threadIdx.x] : identity;
  for (int delta = kWarps / 2; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  return value;
}

/// All elements that this thread of the grid has, `loads` of them at once: they are on their way together.
template <int loads, class T, class Op>
__device__ T reduce_own(const T* in, std::size_t n, T identity, Op op) {
  const std::size_t threads = std::size_t(gridDim.x) * kThreads;
  std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  T value = identity;
#pragma unroll 1
  for (; i + (loads - 1) * threads < n; i += loads * threads) {
    T items[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) items[k] = in[i + k * threads];
#pragma unroll
    for (int k = 0; k < loads; ++k) value = op(value, items[k]);
  }
  for (; i < n; i += threads) value = op(value, in[i]);
  return value;
}

/// At least one, and a few for each multiprocessor at most.
inline unsigned blocks_for(std::size_t n, int loads, int blocks_per_multiprocessor) {
  const std::size_t most = std::size_t(warpgrade::multiprocessors()) * blocks_per_multiprocessor;
  return unsigned(std::clamp<std::size_t>(n / (std::size_t(kThreads) * loads), 1, most));
}

// ==== interleaved: in shared memory, each thread a pair of neighbours ====================================

template <class T, class Op>
__global__ void interleaved_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T tile[2048];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  for (int stride = 1; stride < n; stride *= 2) {
    const int left = 2 * stride * threadIdx.x;
    if (left + stride < n) tile[left] = op(tile[left], tile[left + stride]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = n > 0 ? tile[0] : identity;
}

template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  interleaved_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
