// Right in another style: half as many threads as fit, each of which has four elements on their way at once,
// and one launch: the last block that is done reduces the partial results. The tasks before do the same.
// `reproducible`: blocks take tiles from a counter.
//
// other technique: global_memory shared_memory
#include <algorithm>

#include <warpgrade/student.cuh>

#include "plain_trees.cuh"

namespace reduce {

constexpr int kLoads = 4, kBlocksPerMultiprocessor = 4;

template <class T, class Op>
__global__ void __launch_bounds__(kThreads)
    last_block_kernel(const T* in, std::size_t n, T identity, Op op, T* partial, unsigned* done, T* out) {
  __shared__ T of_warp[kWarps];
  __shared__ bool is_last;
  T value = reduce_block(reduce_own<kLoads>(in, n, identity, op), of_warp, identity, op);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = value;
    __threadfence();  // the result, before the count
    is_last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;

  __threadfence();  // the count, before the others' results
  value = identity;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += kThreads) value = op(value, partial[b]);
  value = reduce_block(value, of_warp, identity, op);
  if (threadIdx.x == 0) *out = value;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n, kLoads, kBlocksPerMultiprocessor);
  T* partial = nullptr;  // [blocks]
  unsigned* done = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&done, sizeof *done, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(done, 0, sizeof *done, stream));
  last_block_kernel<<<blocks, kThreads, 0, stream>>>(in, n, identity, op, partial, done, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  WARPGRADE_CHECK(cudaFreeAsync(done, stream));
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened(in, out, n, identity, op, stream);
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened(in, out, n, identity, op, stream);
}

// ==== reproducible: each tile goes to the block that comes first =======================================

constexpr std::size_t kTile = 2048;

/// Who takes a tile depends on time. What becomes of it and where it goes does not.
template <class T, class Op>
__global__ void __launch_bounds__(kThreads)
    taken_tiles_kernel(const T* in, std::size_t n, unsigned tiles, T identity, Op op, unsigned* next,
                       T* partial) {
  __shared__ T of_warp[kWarps];
  __shared__ unsigned taken;
  for (;;) {
    if (threadIdx.x == 0) taken = atomicAdd(next, 1u);
    __syncthreads();
    const unsigned tile = taken;
    if (tile >= tiles) break;
    const std::size_t end = min(n, (tile + 1) * kTile);
    T value = identity;
#pragma unroll 8
    for (std::size_t i = tile * kTile + threadIdx.x; i < end; i += kThreads) value = op(value, in[i]);
    value = reduce_block(value, of_warp, identity, op);  // its barrier: all have read what was taken
    if (threadIdx.x == 0) partial[tile] = value;
  }
}

template <class T, class Op>
__global__ void __launch_bounds__(kThreads)
    reduce_tiles_kernel(const T* partial, unsigned tiles, T identity, Op op, T* out) {
  __shared__ T of_warp[kWarps];
  T value = identity;
  for (unsigned tile = threadIdx.x; tile < tiles; tile += kThreads) value = op(value, partial[tile]);
  value = reduce_block(value, of_warp, identity, op);
  if (threadIdx.x == 0) *out = value;
}

template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned tiles = std::max(warpgrade::div_up(n, kTile), 1u);
  T* partial = nullptr;  // [tiles]
  unsigned* next = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, tiles * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&next, sizeof *next, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(next, 0, sizeof *next, stream));
  taken_tiles_kernel<<<blocks_for(n, kLoads, kBlocksPerMultiprocessor), kThreads, 0, stream>>>(
      in, n, tiles, identity, op, next, partial);
  WARPGRADE_CHECK_LAUNCH();
  reduce_tiles_kernel<<<1, kThreads, 0, stream>>>(partial, tiles, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  WARPGRADE_CHECK(cudaFreeAsync(next, stream));
}

}  // namespace reduce
