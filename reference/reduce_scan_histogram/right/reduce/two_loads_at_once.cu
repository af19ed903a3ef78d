// Right in another style: the stub's plan, but with two elements at once for each thread, so that twice as
// many are on their way. The tasks before do the same. `reproducible`: blocks for the card, tiles for n.
//
// other technique: global_memory shared_memory
#include <algorithm>

#include <warpgrade/student.cuh>

#include "plain_trees.cuh"

namespace reduce {

constexpr int kLoads = 2, kBlocksPerMultiprocessor = 6;

template <class T, class Op>
__global__ void __launch_bounds__(kThreads)
    reduce_kernel(const T* in, std::size_t n, T identity, Op op, T* partial) {
  __shared__ T of_warp[kWarps];
  const T value = reduce_block(reduce_own<kLoads>(in, n, identity, op), of_warp, identity, op);
  if (threadIdx.x == 0) partial[blockIdx.x] = value;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n, kLoads, kBlocksPerMultiprocessor);
  T* partial = nullptr;  // [blocks]
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  reduce_kernel<<<blocks, kThreads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  reduce_kernel<<<1, kThreads, 0, stream>>>(partial, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened(in, out, n, identity, op, stream);
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened(in, out, n, identity, op, stream);
}

// ==== reproducible: the grid follows the card, the tiles do not =========================================

constexpr std::size_t kTile = 4096;

/// Block b reduces the tiles b, b + gridDim.x, …, each to its place: who reduces a tile does not change it.
template <class T, class Op>
__global__ void __launch_bounds__(kThreads) tiles_kernel(const T* in, std::size_t n, std::size_t tile_items,
                                                         unsigned tiles, T identity, Op op, T* partial) {
  __shared__ T of_warp[kWarps];
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::size_t end = min(n, (tile + 1) * tile_items);
    T value = identity;
#pragma unroll 4
    for (std::size_t i = tile * tile_items + threadIdx.x; i < end; i += kThreads) value = op(value, in[i]);
    value = reduce_block(value, of_warp, identity, op);
    if (threadIdx.x == 0) partial[tile] = value;
    __syncthreads();  // the next tile needs of_warp
  }
}

template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned tiles = std::max(warpgrade::div_up(n, kTile), 1u);
  const unsigned blocks = std::min(tiles, unsigned(warpgrade::multiprocessors()) * kBlocksPerMultiprocessor);
  T* partial = nullptr;  // [tiles]
  WARPGRADE_CHECK(cudaMallocAsync(&partial, tiles * sizeof(T), stream));
  tiles_kernel<<<blocks, kThreads, 0, stream>>>(in, n, kTile, tiles, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  tiles_kernel<<<1, kThreads, 0, stream>>>(partial, tiles, tiles, 1, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace reduce
