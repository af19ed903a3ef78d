// Right in another style: dynamic shared memory, cooperative groups, and one launch in which the last block
// that is done combines the partial results of all.
//
// other technique: global_memory
#include <algorithm>

#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

namespace cg = cooperative_groups;

// ==== interleaved: pairs of neighbours, in a copy of the input ==========================================

template <class T, class Op>
__global__ void interleaved_kernel(const T* __restrict__ in, T* __restrict__ out, int n, T identity, Op op) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* s = reinterpret_cast<T*>(raw);
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
  for (int stride = 1; stride < n; stride <<= 1) {
    __syncthreads();
    for (int i = 2 * stride * threadIdx.x; i + stride < n; i += 2 * stride * blockDim.x)
      s[i] = op(s[i], s[i + stride]);
  }
  if (threadIdx.x == 0) *out = n > 0 ? s[0] : identity;
}

template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  const auto kernel = interleaved_kernel<T, Op>;
  const std::size_t shared_bytes = std::max(n, 1) * sizeof(T);
  cudaFuncAttributes known;
  WARPGRADE_CHECK(cudaFuncGetAttributes(&known, kernel));
  if (shared_bytes > std::size_t(known.maxDynamicSharedSizeBytes))
    WARPGRADE_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared_bytes)));
  kernel<<<dim3(1), dim3(256), shared_bytes, stream>>>(in, out, n, identity, op);
}

// ==== the last block that is done finishes ==============================================================

constexpr int kWarps = 8;

/// The result is thread 0's.
template <class T, class Op>
__device__ T reduce_block(T value, T* warp_results, T identity, Op op) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  for (int d = warp.size() / 2; d > 0; d /= 2) value = op(value, warpgrade::shfl_down(value, d));
  if (warp.thread_rank() == 0) warp_results[warp.meta_group_rank()] = value;
  block.sync();
  value = identity;
  if (block.thread_rank() == 0)
    for (int w = 0; w < kWarps; ++w) value = op(value, warp_results[w]);
  block.sync();
  return value;
}

template <class T, class Op>
__global__ void last_block_kernel(const T* in, T* out, T* partial, unsigned* done, std::size_t n, T identity,
                                  Op op) {
  __shared__ T warp_results[kWarps];
  __shared__ bool last;
  T value = identity;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value = op(value, in[i]);
  value = reduce_block(value, warp_results, identity, op);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = value;
    __threadfence();  // the result, before the count
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();  // the count, before the others' results
  value = threadIdx.x < gridDim.x ? partial[threadIdx.x] : identity;
  value = reduce_block(value, warp_results, identity, op);
  if (threadIdx.x == 0) *out = value;
}

/// Without streams' allocators: cudaMalloc, and cudaFree waits for the kernel.
template <class T, class Op>
void last_block(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream,
                std::size_t per_thread) {
  const std::size_t per_block = 32 * kWarps * per_thread;
  const unsigned blocks =
      unsigned(std::min<std::size_t>((n + per_block - 1) / per_block + (n == 0), 32 * kWarps));
  T* partial;
  unsigned* done;
  WARPGRADE_CHECK(cudaMalloc(&partial, blocks * sizeof(T)));
  WARPGRADE_CHECK(cudaMalloc((void**)&done, sizeof *done));
  WARPGRADE_CHECK(cudaMemsetAsync(done, 0, sizeof *done, stream));
  last_block_kernel<<<blocks, 32 * kWarps, 0, stream>>>(in, out, partial, done, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFree(partial));
  WARPGRADE_CHECK(cudaFree(done));
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  last_block(in, out, n, identity, op, stream, 2);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  last_block(in, out, n, identity, op, stream, 16);
}

// ==== shared_memory: the last warp with __syncwarp ======================================================

template <class T, class Op, int kThreads>
__global__ void __launch_bounds__(kThreads)
    tile_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  __shared__ T s[kThreads];
  const unsigned t = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t(2 * kThreads) + t;
  T value = i < n ? in[i] : identity;
  if (i + kThreads < n) value = op(value, in[i + kThreads]);
  s[t] = value;
  __syncthreads();
#pragma unroll
  for (unsigned d = kThreads / 2; d >= 32; d >>= 1) {
    if (t < d) s[t] = op(s[t], s[t + d]);
    __syncthreads();
  }
  if (t >= 32) return;
  for (unsigned d = 16; d > 0; d >>= 1) {
    if (t < d) s[t] = op(s[t], s[t + d]);
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr int kThreads = 128;
  const std::size_t blocks = std::max<std::size_t>(1, (n + 2 * kThreads - 1) / (2 * kThreads));
  if (blocks == 1) {
    tile_kernel<T, Op, kThreads><<<1, kThreads, 0, stream>>>(in, out, n, identity, op);
    WARPGRADE_CHECK_LAUNCH();
    return;
  }
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  tile_kernel<T, Op, kThreads><<<unsigned(blocks), kThreads, 0, stream>>>(in, partial, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  shared_memory(partial, out, blocks, identity, op, stream);
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

/// At most 256 blocks on every card. Whichever comes last takes the partial results by their index.
template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  last_block(in, out, n, identity, op, stream, 8);
}

}  // namespace reduce
