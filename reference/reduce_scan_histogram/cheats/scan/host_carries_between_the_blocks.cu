// simulator: device_inclusive
// cheat: kernels scan the blocks and add the carries, but the sums of the blocks are scanned by the
//   host.
// stopped by: what the host reads is counted (host_bytes)
#include "host_scan.cuh"

namespace scan {

constexpr int tile = 256;

template <class T, class Op>
__global__ void block_kernel(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T values[tile];
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < tile; stride *= 2) {
    values[threadIdx.x] = sum;
    __syncthreads();
    if (int(threadIdx.x) >= stride) sum = op(values[threadIdx.x - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  if (threadIdx.x == tile - 1) sums[blockIdx.x] = sum;
}

template <class T, class Op>
__global__ void carry_kernel(T* out, std::size_t n, Op op, const T* carries) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  if (i < n) out[i] = op(carries[blockIdx.x], out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + tile - 1) / tile;
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  block_kernel<<<unsigned(blocks), tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  const std::vector<T> carries =
      on_the_host::exclusive(on_the_host::download(sums, blocks, stream), identity, op);
  WARPGRADE_CHECK(cudaMemcpyAsync(sums, carries.data(), blocks * sizeof(T), cudaMemcpyHostToDevice, stream));
  carry_kernel<<<unsigned(blocks), tile, 0, stream>>>(out, n, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
