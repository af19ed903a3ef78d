#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 1024;

/// To out[0], or with many blocks to their places in out[0..1024), which hold the identity.
template <class T, class Op>
__global__ void reduce_tiles(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[block_threads];
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  for (unsigned stride = block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  if (threadIdx.x > 0) return;
  T* const place = out + blockIdx.x % 1024;
  *place = gridDim.x > 1 ? op(*place, tile[0]) : tile[0];
}

template <class T>
__global__ void fill(T* partial, T identity) {
  partial[threadIdx.x] = identity;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = std::max<std::size_t>((n + block_threads - 1) / block_threads, 1);
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, 1024 * sizeof(T), stream));
  fill<<<1, 1024, 0, stream>>>(partial, identity);
  WARPGRADE_CHECK_LAUNCH();
  reduce_tiles<<<blocks, block_threads, 0, stream>>>(in, n, identity, op, blocks > 1 ? partial : out);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    reduce_tiles<<<1, block_threads, 0, stream>>>(partial, 1024, identity, op, out);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace reduce
