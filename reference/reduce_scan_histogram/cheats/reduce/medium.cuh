// A right reduction that is half as fast as it could be: too few blocks for a large GPU. For cheats that gain
// some microseconds only.
#pragma once

#include "honest.cuh"

namespace medium {

constexpr int blocks = 80;

/// Block b reduces every 80th run of block_threads elements to partial[b].
template <class T, class Op>
__global__ void __launch_bounds__(honest::block_threads)
    reduce_kernel(const T* in, std::size_t n, T identity, Op op, T* partial) {
  __shared__ T warp_results[honest::block_threads / 32];
  T value = identity;
#pragma unroll 8
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n; i += blocks * blockDim.x)
    value = op(value, in[i]);
  value = honest::reduce_warp(value, op);
  if (threadIdx.x % 32 == 0) warp_results[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  value = honest::reduce_warp(warp_results[threadIdx.x], op);
  if (threadIdx.x == 0) partial[blockIdx.x] = value;
}

/// To `partial`, with room for `blocks`.
template <class T, class Op>
void reduce_to_partial(const T* in, std::size_t n, T identity, Op op, T* partial, cudaStream_t stream) {
  reduce_kernel<<<blocks, honest::block_threads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
void reduce(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  reduce_to_partial(in, n, identity, op, partial, stream);
  honest::reduce(partial, out, blocks, identity, op, stream);
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace medium
