// What a_warp_scans_and_looks_back.cu and persistent_blocks_draw_tiles.cu share. A tile is four rows of 256
// elements. Of these the warps' parts are 32, as many as a warp has lanes: one warp scans their counts.
#pragma once

#include <algorithm>

#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr int kThreads = 256, kWarps = kThreads / 32, kRows = 4, kTile = kRows * kThreads;
static_assert(kRows * kWarps == 32, "a lane for each part");

/// The sum over the lanes up to this one. All 32 lanes must call it.
__device__ unsigned warp_scan(unsigned value) {
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (threadIdx.x % 32 >= delta) value += left;
  }
  return value;
}

/// A thread's element of each row, and which of the row's elements its warp keeps.
template <class T>
struct Rows {
  T items[kRows];
  unsigned flags[kRows];
};

/// counts: of the parts, in the order of the elements. The block's next barrier must come before they are
/// read.
template <class T, class Keep>
__device__ Rows<T> load(const T* in, std::size_t n, unsigned tile, Keep keep, unsigned (&counts)[32]) {
  const std::size_t first = std::size_t(tile) * kTile + threadIdx.x;
  Rows<T> rows;
#pragma unroll
  for (int r = 0; r < kRows; ++r)
    if (first + r * kThreads < n) rows.items[r] = in[first + r * kThreads];
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    const bool is_kept = first + r * kThreads < n && keep(rows.items[r]);
    rows.flags[r] = __ballot_sync(warpgrade::kFullWarp, is_kept);
    if (threadIdx.x % 32 == 0) counts[r * kWarps + threadIdx.x / 32] = __popc(rows.flags[r]);
  }
  return rows;
}

/// As load(), of `unique`: a lane's left neighbour is in the lane before; only lane 0 reads its own.
template <class T, class Same>
__device__ Rows<T> load_heads(const T* in, std::size_t n, unsigned tile, Same same, unsigned (&counts)[32]) {
  const std::size_t first = std::size_t(tile) * kTile + threadIdx.x;
  Rows<T> rows;
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    const std::size_t i = first + r * kThreads;
    if (i < n) rows.items[r] = in[i];
    T left = warpgrade::shfl_up(rows.items[r], 1);
    if (threadIdx.x % 32 == 0 && i > 0 && i < n) left = in[i - 1];
    const bool is_head = i < n && (i == 0 || !same(left, rows.items[r]));
    rows.flags[r] = __ballot_sync(warpgrade::kFullWarp, is_head);
    if (threadIdx.x % 32 == 0) counts[r * kWarps + threadIdx.x / 32] = __popc(rows.flags[r]);
  }
  return rows;
}

/// firsts: where the first kept element of each part goes.
template <class T>
__device__ void store(const Rows<T>& rows, const unsigned (&firsts)[32], T* out) {
  const unsigned bit = 1u << threadIdx.x % 32;
#pragma unroll
  for (int r = 0; r < kRows; ++r)
    if (rows.flags[r] & bit)
      out[firsts[r * kWarps + threadIdx.x / 32] + __popc(rows.flags[r] & (bit - 1))] = rows.items[r];
}

inline unsigned tiles_of(std::size_t n) { return unsigned((n + kTile - 1) / kTile); }

// ==== Three launches ====================================================================================

template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, Keep keep, unsigned* totals) {
  __shared__ unsigned counts[32];
  load(in, n, blockIdx.x, keep, counts);
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const unsigned sum = warp_scan(counts[threadIdx.x]);
  if (threadIdx.x == 31) totals[blockIdx.x] = sum;
}

/// One block of 1024 threads, round by round.
__global__ void spine_kernel(unsigned* totals, unsigned tiles, unsigned* count) {
  __shared__ unsigned sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned before = 0;
  for (unsigned first = 0; first < tiles; first += 1024) {
    const unsigned t = first + threadIdx.x, mine = t < tiles ? totals[t] : 0, sum = warp_scan(mine);
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    const unsigned of_warps = warp_scan(sums[lane]);  // each warp for itself
    const unsigned before_warp = warpgrade::shfl(of_warps - sums[lane], int(warp));
    if (t < tiles) totals[t] = before + before_warp + sum - mine;
    before += warpgrade::shfl(of_warps, 31);
    __syncthreads();
  }
  if (threadIdx.x == 0) *count = before;
}

template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, Keep keep, const unsigned* before) {
  __shared__ unsigned counts[32];
  const Rows<T> rows = load(in, n, blockIdx.x, keep, counts);
  __syncthreads();
  if (threadIdx.x < 32) {
    const unsigned mine = counts[threadIdx.x];
    counts[threadIdx.x] = before[blockIdx.x] + warp_scan(mine) - mine;
  }
  __syncthreads();
  store(rows, counts, out);
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned tiles = tiles_of(n);
  unsigned* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, (tiles + 1) * sizeof *totals, stream));
  if (tiles > 0) count_kernel<<<tiles, kThreads, 0, stream>>>(in, n, keep, totals);
  spine_kernel<<<1, 1024, 0, stream>>>(totals, tiles, count);
  if (tiles > 0) scatter_kernel<<<tiles, kThreads, 0, stream>>>(in, out, n, keep, totals);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

// ==== One pass ===========================================================================================

/// What a tile tells: 2 · sum + 1 for all up to it, or 2 · own count + 2^63; 0: nothing yet.
using Word = unsigned long long;
constexpr Word kOwn = Word(1) << 63;
__device__ Word tell_own(unsigned count) { return kOwn | Word(count) << 1; }
__device__ Word tell_sum(unsigned sum) { return Word(sum) << 1 | 1; }
__device__ unsigned told(Word word) { return unsigned(word >> 1); }

/// What all tiles before this one keep. The warp asks 32 of them at once, lane 0 the nearest.
__device__ unsigned kept_before(const volatile Word* words, unsigned tile) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (long long nearest = (long long)(tile)-1; nearest >= 0; nearest -= 32) {
    Word word = tell_sum(0);  // of tiles left of the first one
    if (nearest >= lane)
      while ((word = words[nearest - lane]) == 0) {
      }
    const unsigned sums = __ballot_sync(warpgrade::kFullWarp, word & 1);
    const int last = sums ? __ffs(int(sums)) - 1 : 31;
    before += warpgrade::shfl(warp_scan(lane <= last ? told(word) : 0), 31);
    if (sums) break;
  }
  return before;
}

}  // namespace compact
