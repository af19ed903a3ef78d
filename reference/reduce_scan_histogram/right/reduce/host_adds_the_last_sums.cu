// Right in another style: each block leaves its sum, and the host adds these up. There are few of them.
//
// other technique: global_memory shared_memory
#include <algorithm>
#include <vector>

#include <warpgrade/student.cuh>

#include "plain_trees.cuh"

namespace reduce {

constexpr int kLoads = 2;
constexpr std::size_t kPart = 2048, kMostBlocks = 1024;

template <class T, class Op>
__global__ void __launch_bounds__(kThreads)
    block_sums_kernel(const T* in, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T of_warp[kWarps];
  const T value = reduce_block(reduce_own<kLoads>(in, n, identity, op), of_warp, identity, op);
  if (threadIdx.x == 0) sums[blockIdx.x] = value;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> sums(std::clamp<std::size_t>(n / kPart, 1, kMostBlocks));
  const std::size_t bytes = sums.size() * sizeof(T);
  T* on_device = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&on_device, bytes, stream));
  block_sums_kernel<<<unsigned(sums.size()), kThreads, 0, stream>>>(in, n, identity, op, on_device);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaMemcpyAsync(sums.data(), on_device, bytes, cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaFreeAsync(on_device, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  T total = identity;
  for (const T& sum : sums) total = op(total, sum);
  WARPGRADE_CHECK(cudaMemcpyAsync(out, &total, sizeof total, cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  shared_memory(in, out, n, identity, op, stream);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  shared_memory(in, out, n, identity, op, stream);
}

/// As many blocks on every card, and the host adds up their sums in order.
template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  shared_memory(in, out, n, identity, op, stream);
}

}  // namespace reduce
