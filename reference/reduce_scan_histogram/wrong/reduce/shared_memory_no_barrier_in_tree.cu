// expect: race shared_memory
// One barrier after loading, none between the rounds.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 256;

/// Block b reduces in[b·block_threads .. (b+1)·block_threads) to out[b].
template <class T, class Op>
__global__ void shared_memory_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[block_threads];
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  __syncthreads();
  for (unsigned stride = block_threads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = std::max<std::size_t>((n + block_threads - 1) / block_threads, 1);
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  shared_memory_kernel<<<blocks, block_threads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks == 1)
    WARPGRADE_CHECK(cudaMemcpyAsync(out, partial, sizeof(T), cudaMemcpyDeviceToDevice, stream));
  else
    shared_memory(partial, out, blocks, identity, op, stream);
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace reduce
