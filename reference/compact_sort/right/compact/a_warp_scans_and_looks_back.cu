// Right in another style: one warp scans the counts of a tile, and looks back over the tiles before. A block
// for each tile.
//
// other technique: unique
#include "tiles_of_four_rows.cuh"

namespace compact {

template <class T, class Keep>
__global__ void __launch_bounds__(kThreads) fused_kernel(const T* in, T* out, std::size_t n, unsigned* count,
                                                         Keep keep, volatile Word* words, unsigned* ticket) {
  __shared__ unsigned counts[32];
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1u);
  __syncthreads();
  const Rows<T> rows = load(in, n, tile, keep, counts);
  __syncthreads();
  if (threadIdx.x < 32) {
    const unsigned mine = counts[threadIdx.x], sum = warp_scan(mine), total = warpgrade::shfl(sum, 31);
    if (threadIdx.x == 0) words[tile] = tell_own(total);
    const unsigned before = kept_before(words, tile);
    if (threadIdx.x == 0) words[tile] = tell_sum(before + total);
    if (threadIdx.x == 0 && tile + 1 == gridDim.x) *count = before + total;
    counts[threadIdx.x] = before + sum - mine;
  }
  __syncthreads();
  store(rows, counts, out);
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned tiles = std::max(tiles_of(n), 1u);  // one tile even of nothing: it sets the count
  Word* words = nullptr;                             // of the tiles; behind them the ticket
  const std::size_t bytes = (std::size_t(tiles) + 1) * sizeof *words;
  WARPGRADE_CHECK(cudaMallocAsync(&words, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(words, 0, bytes, stream));
  fused_kernel<<<tiles, kThreads, 0, stream>>>(in, out, n, count, keep, words,
                                               reinterpret_cast<unsigned*>(words + tiles));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

// ==== unique, in one pass as well ========================================================================

template <class T, class Same>
__global__ void __launch_bounds__(kThreads) unique_kernel(const T* in, T* out, std::size_t n, unsigned* count,
                                                          Same same, volatile Word* words, unsigned* drawn) {
  __shared__ unsigned counts[32];
  __shared__ unsigned number;
  if (threadIdx.x == 0) number = atomicAdd(drawn, 1u);
  __syncthreads();
  const Rows<T> rows = load_heads(in, n, number, same, counts);
  __syncthreads();
  if (threadIdx.x < 32) {
    const unsigned own = counts[threadIdx.x], up_to = warp_scan(own), all = warpgrade::shfl(up_to, 31);
    if (threadIdx.x == 0) words[number] = tell_own(all);
    const unsigned so_far = kept_before(words, number);
    if (threadIdx.x == 0) {
      words[number] = tell_sum(so_far + all);
      if (number + 1 == gridDim.x) *count = so_far + all;
    }
    counts[threadIdx.x] = so_far + up_to - own;
  }
  __syncthreads();
  store(rows, counts, out);
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  const unsigned tiles = std::max(tiles_of(n), 1u);
  Word* chain = nullptr;  // of the tiles; behind them the ticket
  const std::size_t bytes = (std::size_t(tiles) + 1) * sizeof *chain;
  WARPGRADE_CHECK(cudaMallocAsync(&chain, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(chain, 0, bytes, stream));
  unique_kernel<<<tiles, kThreads, 0, stream>>>(in, out, n, count, same, chain,
                                                reinterpret_cast<unsigned*>(chain + tiles));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(chain, stream));
}

}  // namespace compact
