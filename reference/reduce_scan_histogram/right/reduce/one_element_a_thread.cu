// As a textbook shows it: constants instead of a struct, and shared memory reduced tile by tile until one is
// left.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 256;
constexpr int items_per_thread = 8;
constexpr std::size_t max_blocks = 1024;

template <class T, class Op>
__global__ void interleaved_kernel(T* data, int n, T identity, Op op, T* out) {
  const int mine = 2 * threadIdx.x;
  for (int stride = 1; stride < n; stride *= 2) {
    if (threadIdx.x % stride == 0 && mine + stride < n) data[mine] = op(data[mine], data[mine + stride]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = n > 0 ? data[0] : identity;
}

template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  T* data = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&data, std::max(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(data, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  interleaved_kernel<<<1, 1024, 0, stream>>>(data, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

/// Block b reduces data[b·part .. (b+1)·part) to out[b].
template <class T, class Op>
__global__ void global_memory_kernel(T* data, std::size_t n, std::size_t part, T identity, Op op, T* out) {
  const std::size_t begin = blockIdx.x * part;
  const std::size_t length = begin < n ? min(part, n - begin) : 0;
  T* mine = data + begin;
  for (std::size_t active = length; active > 1;) {
    const std::size_t half = (active + 1) / 2;
    for (std::size_t i = threadIdx.x; i + half < active; i += blockDim.x)
      mine[i] = op(mine[i], mine[i + half]);
    __syncthreads();
    active = half;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = length > 0 ? mine[0] : identity;
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = std::clamp<std::size_t>((n + 511) / 512, 1, max_blocks);
  const std::size_t part = (n + blocks - 1) / blocks;
  T *data = nullptr, *partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&data, std::max<std::size_t>(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(data, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  global_memory_kernel<<<blocks, block_threads, 0, stream>>>(data, n, part, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  global_memory_kernel<<<1, block_threads, 0, stream>>>(partial, blocks, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

/// Block b reduces in[b·block_threads .. (b+1)·block_threads) to out[b].
template <class T, class Op>
__global__ void shared_memory_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[block_threads];
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  __syncthreads();
  for (unsigned stride = block_threads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
    __syncthreads();
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

/// Lane 0 gets what the values of all lanes make.
template <class T, class Op>
__device__ T warp_reduce(T value, Op op) {
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  return value;
}

template <class T, class Op>
__global__ void coarsened_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[block_threads / 32];
  T value = identity;
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
    value = op(value, in[i]);

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_reduce(value, op);
  if (lane == 0) warp_results[warp] = value;
  __syncthreads();
  if (warp > 0) return;
  value = warp_reduce(lane < block_threads / 32 ? warp_results[lane] : identity, op);
  if (lane == 0) out[blockIdx.x] = value;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr std::size_t items_per_block = block_threads * items_per_thread;
  const std::size_t blocks =
      std::clamp<std::size_t>((n + items_per_block - 1) / items_per_block, 1, max_blocks);
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  coarsened_kernel<<<blocks, block_threads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  coarsened_kernel<<<1, block_threads, 0, stream>>>(partial, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

/// As many blocks on every card.
template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened(in, out, n, identity, op, stream);
}

}  // namespace reduce
