// Right in another style: threads that have some neighbours each, warps as cooperative groups, a fixed number
// of blocks that each have a part of the input; and in one pass a look-back by one thread over separate
// arrays of counts, sums and states.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

namespace cg = cooperative_groups;

constexpr int kThreads = 128, kItems = 4, kTile = kThreads * kItems, kParts = 64;

/// What a thread keeps of its kItems neighbours, and how many the block keeps before them.
template <class T>
struct Selection {
  T items[kItems];
  unsigned flags = 0, before = 0, total = 0;
};

/// Counts what the block keeps before this thread's neighbours, and in all. Every thread of the block calls
/// it.
template <class T>
__device__ void count_before(Selection<T>& mine) {
  __shared__ unsigned warp_totals[kThreads / 32];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const unsigned kept = __popc(mine.flags);
  unsigned inclusive = kept;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warp.shfl_up(inclusive, delta);
    if (warp.thread_rank() >= delta) inclusive += left;
  }
  block.sync();  // those of the tile before have been read
  if (warp.thread_rank() == 31) warp_totals[threadIdx.x / 32] = inclusive;
  block.sync();
  mine.before = inclusive - kept;
  for (unsigned w = 0; w < kThreads / 32; ++w) {
    if (w < threadIdx.x / 32) mine.before += warp_totals[w];
    mine.total += warp_totals[w];
  }
}

template <class T, class Keep>
__device__ Selection<T> select_tile(const T* in, std::size_t begin, std::size_t end, Keep keep) {
  Selection<T> mine;
  for (int k = 0; k < kItems; ++k) {
    const std::size_t i = begin + threadIdx.x * kItems + k;
    if (i >= end) break;
    mine.items[k] = in[i];
    if (keep(mine.items[k])) mine.flags |= 1u << k;
  }
  count_before(mine);
  return mine;
}

template <class T>
__device__ void store(const Selection<T>& mine, T* out, unsigned first) {
  unsigned at = first + mine.before;
  for (int k = 0; k < kItems; ++k)
    if (mine.flags >> k & 1) out[at++] = mine.items[k];
}

// ==== A part for each block ==============================================================================

template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, std::size_t part, Keep keep, unsigned* counts) {
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  unsigned total = 0;
  for (std::size_t at = begin; at < end; at += kTile) total += select_tile(in, at, end, keep).total;
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, std::size_t part, Keep keep,
                               const unsigned* counts, unsigned* count) {
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  __shared__ unsigned before_part;
  if (threadIdx.x == 0) {
    before_part = 0;
    for (unsigned b = 0; b < blockIdx.x; ++b) before_part += counts[b];
  }
  __syncthreads();
  unsigned first = before_part;
  for (std::size_t at = begin; at < end; at += kTile) {
    const Selection<T> mine = select_tile(in, at, end, keep);
    store(mine, out, first);
    first += mine.total;
  }
  if (blockIdx.x == kParts - 1 && threadIdx.x == 0) *count = first;
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const std::size_t tiles = (n + kTile - 1) / kTile, part = (tiles + kParts - 1) / kParts * kTile;
  unsigned* counts = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, kParts * sizeof(unsigned), stream));
  count_kernel<<<kParts, kThreads, 0, stream>>>(in, n, part, keep, counts);
  WARPGRADE_CHECK_LAUNCH();
  scatter_kernel<<<kParts, kThreads, 0, stream>>>(in, out, n, part, keep, counts, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

// ==== The first of each run ==============================================================================

/// As select_tile; the left neighbour is another element of this thread, or, of its first, one of `in`.
template <class T, class Same>
__device__ Selection<T> select_heads(const T* in, std::size_t begin, std::size_t end, Same same) {
  Selection<T> mine;
  const std::size_t at = begin + threadIdx.x * kItems;
  T left{};
  if (at > 0 && at < end) left = in[at - 1];
  for (int k = 0; k < kItems && at + k < end; ++k) {
    mine.items[k] = in[at + k];
    if (at + k == 0 || !same(left, mine.items[k])) mine.flags |= 1u << k;
    left = mine.items[k];
  }
  count_before(mine);
  return mine;
}

template <class T, class Same>
__global__ void count_heads_kernel(const T* in, std::size_t n, std::size_t part, Same same, unsigned* heads) {
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  unsigned total = 0;
  for (std::size_t at = begin; at < end; at += kTile) total += select_heads(in, at, end, same).total;
  if (threadIdx.x == 0) heads[blockIdx.x] = total;
}

/// What the parts before have, one warp adds up.
template <class T, class Same>
__global__ void scatter_heads_kernel(const T* in, T* out, std::size_t n, std::size_t part, Same same,
                                     const unsigned* heads, unsigned* count) {
  __shared__ unsigned before_part;
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  if (threadIdx.x < 32) {
    unsigned before = 0;
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += 32) before += heads[b];
    before = cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), before, cg::plus<unsigned>());
    if (threadIdx.x == 0) before_part = before;
  }
  __syncthreads();
  unsigned first = before_part;
  for (std::size_t at = begin; at < end; at += kTile) {
    const Selection<T> mine = select_heads(in, at, end, same);
    store(mine, out, first);
    first += mine.total;
  }
  if (blockIdx.x == kParts - 1 && threadIdx.x == 0) *count = first;
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  const std::size_t tiles = (n + kTile - 1) / kTile, part = (tiles + kParts - 1) / kParts * kTile;
  unsigned* heads = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&heads, kParts * sizeof(unsigned), stream));
  count_heads_kernel<<<kParts, kThreads, 0, stream>>>(in, n, part, same, heads);
  WARPGRADE_CHECK_LAUNCH();
  scatter_heads_kernel<<<kParts, kThreads, 0, stream>>>(in, out, n, part, same, heads, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(heads, stream));
}

// ==== One pass ===========================================================================================

struct Tiles {
  unsigned *own, *so_far;
  int *state, *ticket;  // of a tile 0: nothing; 1: its own count; 2: the sum so far
};

__device__ unsigned before_tile(const Tiles& tiles, int tile) {
  unsigned before = 0;
  for (int t = tile - 1; t >= 0; --t) {
    int state;
    while ((state = atomicAdd(&tiles.state[t], 0)) == 0) {
    }
    __threadfence();
    if (state == 2) return before + tiles.so_far[t];
    before += tiles.own[t];
  }
  return before;
}

__device__ void publish(int* state, unsigned* place, unsigned value, int what) {
  *place = value;
  __threadfence();
  atomicExch(state, what);
}

template <class T, class Keep>
__global__ void one_pass_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, Tiles tiles) {
  __shared__ int tile;
  __shared__ unsigned first;
  if (threadIdx.x == 0) tile = atomicAdd(tiles.ticket, 1);
  __syncthreads();
  const Selection<T> mine = select_tile(in, std::size_t(tile) * kTile, n, keep);
  if (threadIdx.x == 0) {
    publish(&tiles.state[tile], &tiles.own[tile], mine.total, 1);
    first = before_tile(tiles, tile);
    publish(&tiles.state[tile], &tiles.so_far[tile], first + mine.total, 2);
    if (tile == int(gridDim.x) - 1) *count = first + mine.total;
  }
  __syncthreads();
  store(mine, out, first);
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const std::size_t blocks = n == 0 ? 1 : (n + kTile - 1) / kTile;
  unsigned* scratch = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, (3 * blocks + 1) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(scratch, 0, (3 * blocks + 1) * sizeof(unsigned), stream));
  int* const state = reinterpret_cast<int*>(scratch + 2 * blocks);
  const Tiles tiles{scratch, scratch + blocks, state, state + blocks};
  one_pass_kernel<<<unsigned(blocks), kThreads, 0, stream>>>(in, out, n, count, keep, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace compact
