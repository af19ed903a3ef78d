// Right, and plain: warps by shuffles in which every lane combines, then every thread joins the results of
// all warps; one element a thread in blocks of 64 whose results one thread joins; a copy by a kernel; two
// neighbours a thread; a tree of 1024 threads in shared memory down to the last warp.
//
// other technique: interleaved shared_memory
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

inline unsigned blocks_for(std::size_t a, std::size_t b) {
  return unsigned(std::max<std::size_t>(1, (a + b - 1) / b));
}

/// In order, the result is every thread's. `op` need not commute.
template <int warps, class T, class Op>
__device__ T reduce_block(T value, Op op) {
  __shared__ T of_warp[warps];
  for (int delta = 1; delta < 32; delta *= 2) value = op(value, warpgrade::shfl_down(value, delta));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = of_warp[0];
  for (int w = 1; w < warps; ++w) value = op(value, of_warp[w]);
  return value;
}

/// Thread 0 of the grid joins the results of all blocks, one after the other.
template <class T, class Op>
__global__ void join_kernel(const T* partial, unsigned count, T* out, Op op) {
  T value = partial[0];
  for (unsigned b = 1; b < count; ++b) value = op(value, partial[b]);
  *out = value;
}

// ==== interleaved: 64 warps' results, one after the other ==============================================

template <class T, class Op>
__global__ void interleaved_kernel(const T* in, T* out, int n, T identity, Op op) {
  const int i = 2 * threadIdx.x;
  const T pair = op(i < n ? in[i] : identity, i + 1 < n ? in[i + 1] : identity);
  const T value = reduce_block<32>(pair, op);
  if (threadIdx.x == 0) *out = value;
}

template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  interleaved_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== global_memory: a copy by a kernel, then halving strides in blocks of 64 ==========================

template <class T>
__global__ void copy_kernel(const T* in, T* copy, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) copy[i] = in[i];
}

template <class T, class Op>
__global__ void halve_kernel(T* data, std::size_t n, T identity, Op op, T* partial) {
  const std::size_t begin = std::size_t(blockIdx.x) * 64;
  for (unsigned half = 32; half > 0; half /= 2) {
    const std::size_t i = begin + threadIdx.x;
    if (threadIdx.x < half && i + half < n) data[i] = op(data[i], data[i + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = n > 0 ? data[begin] : identity;
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n, 64);
  T *copy, *partial;
  WARPGRADE_CHECK(cudaMallocAsync(&copy, std::max<std::size_t>(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  copy_kernel<<<blocks, 64, 0, stream>>>(in, copy, n);
  WARPGRADE_CHECK_LAUNCH();
  halve_kernel<<<blocks, 64, 0, stream>>>(copy, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  join_kernel<<<1, 1, 0, stream>>>(partial, blocks, out, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  WARPGRADE_CHECK(cudaFreeAsync(copy, stream));
}

// ==== shared_memory: two neighbours a thread, and every thread joins the warps =========================

template <class T, class Op>
__global__ void pairs_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  const std::size_t i = 2 * (std::size_t(blockIdx.x) * 1024 + threadIdx.x);
  const T left = i < n ? in[i] : identity, right = i + 1 < n ? in[i + 1] : identity;
  const T value = reduce_block<32>(op(left, right), op);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n, 2048);
  T* partial;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  pairs_kernel<<<blocks, 1024, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  join_kernel<<<1, 1, 0, stream>>>(partial, blocks, out, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

// ==== coarsened: a tree down to the last warp ==========================================================

template <class T, class Op>
__global__ void coarsened_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[1024];
  const unsigned t = threadIdx.x;
  T value = identity;
  for (std::size_t i = std::size_t(blockIdx.x) * 1024 + t; i < n; i += std::size_t(gridDim.x) * 1024)
    value = op(value, in[i]);
  tile[t] = value;
  __syncthreads();
  for (unsigned stride = 512; stride >= 32; stride /= 2) {
    if (t < stride) tile[t] = op(tile[t], tile[t + stride]);
    __syncthreads();
  }
  if (t >= 32) return;
  value = tile[t];
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  if (t == 0) out[blockIdx.x] = value;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = std::min(blocks_for(n, 1024), 8u);
  T* partial;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  coarsened_kernel<<<blocks, 1024, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  coarsened_kernel<<<1, 1024, 0, stream>>>(partial, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

/// At most 8 blocks on every card.
template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened(in, out, n, identity, op, stream);
}

}  // namespace reduce
