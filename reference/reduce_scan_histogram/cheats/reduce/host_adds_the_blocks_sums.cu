// simulator: shared_memory
// cheat: the blocks' sums are honest, but the host adds them up instead of further launches.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
__global__ void block_kernel(const T* in, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T tile[256];
  const std::size_t i = std::size_t(blockIdx.x) * 256 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = tile[0];
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = n / 256 + 1;
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  block_kernel<<<unsigned(blocks), 256, 0, stream>>>(in, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  std::vector<T> all = on_the_host::download(sums, blocks, stream);
  const T sum = on_the_host::tree(all.data(), blocks, identity, op);
  WARPGRADE_CHECK(cudaMemcpyAsync(out, &sum, sizeof(T), cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace reduce
