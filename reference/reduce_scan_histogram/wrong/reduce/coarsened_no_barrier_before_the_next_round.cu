#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 256, items_per_thread = 8, last_threads = 1024;

template <class T, class Op>
__device__ T warp_reduce(T value, Op op) {
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  return value;
}

template <class T, class Op>
__device__ T block_reduce(T value, T identity, Op op, T* warp_results) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_reduce(value, op);
  if (lane == 0) warp_results[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = warp_reduce(lane < blockDim.x / 32 ? warp_results[lane] : identity, op);
    if (lane == 0) warp_results[0] = value;
  }
  __syncthreads();
  return warp_results[0];
}

template <class T, class Op>
__global__ void reduce_tiles(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[block_threads / 32];
  T sum = identity;
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    sum = op(sum, in[i]);
  sum = block_reduce(sum, identity, op, warp_results);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

template <class T, class Op>
__global__ void reduce_results(const T* partial, unsigned count, T identity, Op op, T* out) {
  __shared__ T warp_results[last_threads / 32];
  T sum = identity;
  for (unsigned first = 0; first < count; first += last_threads) {
    const unsigned i = first + threadIdx.x;
    sum = op(sum, block_reduce(i < count ? partial[i] : identity, identity, op, warp_results));
  }
  if (threadIdx.x == 0) *out = sum;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr std::size_t tile = block_threads * items_per_thread;
  const std::size_t blocks = std::max<std::size_t>((n + tile - 1) / tile, 1);
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  reduce_tiles<<<blocks, block_threads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  const unsigned threads = blocks > 256 ? last_threads : block_threads;
  reduce_results<<<1, threads, 0, stream>>>(partial, unsigned(blocks), identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace reduce
