// expect: race coarsened
// Takes the threads that happen to be together for the whole warp.
#include <algorithm>

#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 256;
constexpr int items_per_thread = 8;
constexpr std::size_t max_blocks = 1024;

template <class T, class Op>
__device__ T warp_reduce(T value, Op op) {
  const auto warp = cooperative_groups::coalesced_threads();
  for (unsigned delta = warp.size() / 2; delta > 0; delta /= 2)
    value = op(value, warp.shfl_down(value, delta));
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

}  // namespace reduce
