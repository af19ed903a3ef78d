// Right, and plain: one element a thread in blocks of 64. One thread scans the counts of all blocks; in one
// pass one thread of each tile looks back, tile by tile.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr unsigned kThreads = 64;

/// What the block keeps before this thread; `all`: what it keeps.
__device__ inline unsigned rank_in_block(bool keep, unsigned& all) {
  __shared__ unsigned of_warp[kThreads / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, ballot = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) of_warp[warp] = __popc(ballot);
  __syncthreads();
  unsigned before = 0;
  all = 0;
  for (unsigned w = 0; w < kThreads / 32; ++w) {
    if (w < warp) before += of_warp[w];
    all += of_warp[w];
  }
  return before + __popc(ballot & ((1u << lane) - 1));
}

// ==== Three launches ===================================================================================

template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, unsigned* counts, Keep keep) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  unsigned all;
  rank_in_block(i < n && keep(in[i]), all);
  if (threadIdx.x == 0) counts[blockIdx.x] = all;
}

__global__ inline void spine_kernel(unsigned* counts, unsigned blocks, unsigned* count) {
  unsigned before = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned own = counts[b];
    counts[b] = before;
    before += own;
  }
  *count = before;
}

template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, const unsigned* first, Keep keep) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  const bool is_kept = i < n && keep(in[i]);
  unsigned all;
  const unsigned rank = rank_in_block(is_kept, all);
  if (is_kept) out[first[blockIdx.x] + rank] = in[i];
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  unsigned* counts;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, (blocks + 1) * sizeof(unsigned), stream));
  if (blocks > 0) count_kernel<<<blocks, kThreads, 0, stream>>>(in, n, counts, keep);
  WARPGRADE_CHECK_LAUNCH();
  spine_kernel<<<1, 1, 0, stream>>>(counts, blocks, count);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) scatter_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, counts, keep);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

// ==== The first of each run ============================================================================

/// The count and, if out is given, the elements.
template <class T, class Same>
__global__ void runs_kernel(const T* in, T* out, std::size_t n, unsigned* counts, Same same) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  bool is_first = i < n;
  if (i < n && i > 0) is_first = !same(in[i], in[i - 1]);
  unsigned all;
  const unsigned rank = rank_in_block(is_first, all);
  if (out != nullptr) {
    if (is_first) out[counts[blockIdx.x] + rank] = in[i];
  } else if (threadIdx.x == 0) {
    counts[blockIdx.x] = all;
  }
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  unsigned* counts;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, (blocks + 1) * sizeof(unsigned), stream));
  if (blocks > 0) runs_kernel<<<blocks, kThreads, 0, stream>>>(in, (T*)nullptr, n, counts, same);
  spine_kernel<<<1, 1, 0, stream>>>(counts, blocks, count);
  if (blocks > 0) runs_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, counts, same);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

// ==== One pass =========================================================================================

constexpr unsigned kOwn = 1, kSum = 2;  // the low bits of a state; the count lies above them

struct Chain {
  unsigned ticket;
  unsigned long long states[1];  // of each tile
};

/// By one thread: what all tiles before this one keep.
__device__ inline unsigned look_back(volatile unsigned long long* states, unsigned tile, unsigned own) {
  if (tile > 0) states[tile] = own * 4ull + kOwn;
  unsigned before = 0;
  for (unsigned t = tile; t-- > 0;) {
    unsigned long long state;
    while ((state = states[t]) == 0) {
    }
    before += unsigned(state / 4);
    if (state % 4 == kSum) break;
  }
  states[tile] = (before + own) * 4ull + kSum;
  return before;
}

template <class T, class Keep>
__global__ void fused_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, Chain* chain) {
  __shared__ unsigned tile, first;
  if (threadIdx.x == 0) tile = atomicAdd(&chain->ticket, 1u);
  __syncthreads();
  const std::size_t i = tile * std::size_t(kThreads) + threadIdx.x;
  T mine;
  const bool is_kept = i < n && keep(mine = in[i]);
  unsigned all;
  const unsigned rank = rank_in_block(is_kept, all);
  if (threadIdx.x == 0) {
    first = look_back(chain->states, tile, all);
    if (tile + 1 == gridDim.x) *count = first + all;
  }
  __syncthreads();
  if (is_kept) out[first + rank] = mine;
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned tiles = unsigned((n + kThreads - 1) / kThreads);
  if (tiles == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
    return;
  }
  const std::size_t bytes = sizeof(Chain) + tiles * sizeof(unsigned long long);
  Chain* chain;
  WARPGRADE_CHECK(cudaMallocAsync(&chain, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(chain, 0, bytes, stream));
  fused_kernel<<<tiles, kThreads, 0, stream>>>(in, out, n, count, keep, chain);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(chain, stream));
}

}  // namespace compact
