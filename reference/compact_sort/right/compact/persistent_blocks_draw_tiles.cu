// Right in another style: as many blocks as the device holds, each of which draws tiles from a counter until
// none is left. How many tiles a block gets is up to the device.
#include "tiles_of_four_rows.cuh"

namespace compact {

/// Draws tiles, each after all that were drawn before.
template <class T, class Keep>
__global__ void __launch_bounds__(kThreads)
    fused_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, volatile Word* words,
                 unsigned* ticket, unsigned tiles) {
  __shared__ unsigned counts[32];
  __shared__ unsigned drawn;
  for (;;) {
    if (threadIdx.x == 0) drawn = atomicAdd(ticket, 1u);
    __syncthreads();
    const unsigned tile = drawn;
    if (tile >= tiles) return;
    const Rows<T> rows = load(in, n, tile, keep, counts);
    __syncthreads();
    if (threadIdx.x < 32) {
      const unsigned mine = counts[threadIdx.x], sum = warp_scan(mine), total = warpgrade::shfl(sum, 31);
      if (threadIdx.x == 0) words[tile] = tell_own(total);
      const unsigned before = kept_before(words, tile);
      if (threadIdx.x == 0) words[tile] = tell_sum(before + total);
      if (threadIdx.x == 0 && tile + 1 == tiles) *count = before + total;
      counts[threadIdx.x] = before + sum - mine;
    }
    __syncthreads();
    store(rows, counts, out);
    __syncthreads();  // the next tile's counts come where these are
  }
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned tiles = std::max(tiles_of(n), 1u);  // one tile even of nothing: it sets the count
  int blocks_on_one = 0;
  WARPGRADE_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_on_one, fused_kernel<T, Keep>, kThreads, 0));
  const unsigned blocks = std::min(tiles, unsigned(blocks_on_one * warpgrade::multiprocessors()));
  Word* words = nullptr;  // of the tiles; behind them the ticket
  const std::size_t bytes = (std::size_t(tiles) + 1) * sizeof *words;
  WARPGRADE_CHECK(cudaMallocAsync(&words, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(words, 0, bytes, stream));
  fused_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, count, keep, words,
                                                reinterpret_cast<unsigned*>(words + tiles), tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

// ==== unique: a fixed grid, each block with every 132nd tile =============================================

constexpr unsigned kGrid = 132;

template <class T, class Same>
__global__ void count_heads_kernel(const T* in, std::size_t n, Same same, unsigned* totals, unsigned tiles) {
  __shared__ unsigned counts[32];
  for (unsigned tile = blockIdx.x; tile < tiles; tile += kGrid) {
    load_heads(in, n, tile, same, counts);
    __syncthreads();
    if (threadIdx.x < 32) {
      const unsigned sum = warp_scan(counts[threadIdx.x]);
      if (threadIdx.x == 31) totals[tile] = sum;
    }
    __syncthreads();
  }
}

template <class T, class Same>
__global__ void scatter_heads_kernel(const T* in, T* out, std::size_t n, Same same, const unsigned* before,
                                     unsigned tiles) {
  __shared__ unsigned counts[32];
  for (unsigned tile = blockIdx.x; tile < tiles; tile += kGrid) {
    const Rows<T> rows = load_heads(in, n, tile, same, counts);
    __syncthreads();
    if (threadIdx.x < 32) {
      const unsigned mine = counts[threadIdx.x];
      counts[threadIdx.x] = before[tile] + warp_scan(mine) - mine;
    }
    __syncthreads();
    store(rows, counts, out);
    __syncthreads();
  }
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  const unsigned tiles = tiles_of(n);
  unsigned* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, (tiles + 1) * sizeof *totals, stream));
  count_heads_kernel<<<kGrid, kThreads, 0, stream>>>(in, n, same, totals, tiles);
  spine_kernel<<<1, 1024, 0, stream>>>(totals, tiles, count);
  scatter_heads_kernel<<<kGrid, kThreads, 0, stream>>>(in, out, n, same, totals, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

}  // namespace compact
