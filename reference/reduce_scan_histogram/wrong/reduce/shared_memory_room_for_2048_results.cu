#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 1024, most_results = 2048;

template <class T, class Op>
__device__ T block_reduce(T* tile, Op op) {
  for (unsigned stride = block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  __syncthreads();
  return tile[0];
}

/// Block b reduces in[b·block_threads .. (b+1)·block_threads) to out[b].
template <class T, class Op>
__global__ void reduce_tiles(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[block_threads];
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  const T sum = block_reduce(tile, op);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

template <class T, class Op>
__global__ void reduce_results(const T* partial, unsigned count, T identity, Op op, T* out) {
  __shared__ T tile[block_threads], results[most_results];
  for (unsigned i = threadIdx.x; i < count; i += block_threads) results[i] = partial[i];
  __syncthreads();
  T sum = identity;
  for (unsigned i = threadIdx.x; i < count; i += block_threads) sum = op(sum, results[i]);
  tile[threadIdx.x] = sum;
  sum = block_reduce(tile, op);
  if (threadIdx.x == 0) *out = sum;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = std::max<std::size_t>((n + block_threads - 1) / block_threads, 1);
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  reduce_tiles<<<blocks, block_threads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  reduce_results<<<1, block_threads, 0, stream>>>(partial, unsigned(blocks), identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace reduce
