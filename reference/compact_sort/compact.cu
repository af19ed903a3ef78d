// Compact: of n elements keep some, dense and in their order (compact.cuh has the contract, README.md the
// story).
//
//   in    a b c d e f g h
//   flag  1 0 0 1 1 0 1 0     keep(x)
//   at    0 1 1 1 2 3 3 4     exclusive scan of the flags: where a kept element goes
//   out   a d e g             *count = 4
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
  static constexpr int rows = 8;  // fused: rows of 32 neighbours that a warp has
  static constexpr int warp_items = 32 * rows;
  static constexpr int tile = warps * warp_items;
};

using warpgrade::div_up;

/// The sum of `value` over the lanes up to this one. All 32 lanes must call it.
__device__ unsigned warp_inclusive_scan(unsigned value) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (lane >= delta) value += left;
  }
  return value;
}

// ==== flags_scan_scatter: count, scan, scatter ===========================================================
// Count: how many elements each block keeps. Spine: one block scans these counts. Scatter: each block scans
// its own flags, and starts where the blocks before it end.

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all. Every thread of the
/// block must call it; warp_sums may be used again after the block's next barrier.
__device__ unsigned block_exclusive_scan(unsigned value, unsigned (&warp_sums)[Tuning::warps],
                                         unsigned& total) {
  unsigned before = 0;
  total = 0;
  // TODO: Scan each warp. Its last lane publishes the warp's sum. Then each thread adds up the warps before
  // its own.
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned inclusive = warp_inclusive_scan(value);
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  for (unsigned w = 0; w < Tuning::warps; ++w) {
    if (w == warp) before = total;
    total += warp_sums[w];
  }
  before += inclusive - value;
  // END TODO
  return before;
}

/// Count: block b keeps counts[b] elements of in[b·block_threads .. (b+1)·block_threads).
template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, Keep keep, unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: A flag for each thread, and of the scan only the total.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
  const unsigned flag = i < n && keep(in[i]);
  unsigned total;
  block_exclusive_scan(flag, warp_sums, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
  // END TODO
}

/// Spine: one block scans the counts in place, exclusively: counts[b] becomes what all blocks before b keep.
/// There may be more counts than threads. *count = the sum of all.
__global__ void spine_kernel(unsigned* counts, unsigned blocks, unsigned* count) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: Round by round, each of block_threads counts; the sum of a round is carried to the next.
  unsigned before_round = 0;
  for (unsigned first = 0; first < blocks; first += Tuning::block_threads) {
    const unsigned b = first + threadIdx.x;
    unsigned total;
    const unsigned before = block_exclusive_scan(b < blocks ? counts[b] : 0, warp_sums, total);
    if (b < blocks) counts[b] = before_round + before;
    before_round += total;
    __syncthreads();  // warp_sums is free again
  }
  if (threadIdx.x == 0) *count = before_round;
  // END TODO
}

/// Scatter: block b writes what it keeps to out[counts[b] ..), in order.
template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, Keep keep, const unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: The same flags again; an element's place is what all blocks before keep, and what this block keeps
  // before it.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
  const unsigned flag = i < n && keep(in[i]);
  unsigned total;
  const unsigned before = block_exclusive_scan(flag, warp_sums, total);
  if (flag) out[counts[blockIdx.x] + before] = in[i];
  // END TODO
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned blocks = div_up(n, Tuning::block_threads);
  unsigned* counts = nullptr;
  if (blocks > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&counts, blocks * sizeof(unsigned), stream));
    count_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, keep, counts);
    WARPGRADE_CHECK_LAUNCH();
  }
  spine_kernel<<<1, Tuning::block_threads, 0, stream>>>(counts, blocks, count);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) {
    scatter_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, out, n, keep, counts);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  }
}

// ==== unique: the first of each run ======================================================================
// Runs are counted and written as kept elements are above, with the same spine. Only the flag is another one:
// it depends on the left neighbour. That of a block's first element belongs to the block before.

/// Does a run begin at in[i]? i < n.
template <class T, class Same>
__device__ bool begins_run(const T* in, std::size_t i, Same same) {
  bool begins = false;
  // TODO: The first element has no left neighbour. The others have theirs in `in`, also where it belongs to
  // another block.
  begins = i == 0 || !same(in[i - 1], in[i]);
  // END TODO
  return begins;
}

/// Count: runs[b] begin in in[b·block_threads .. (b+1)·block_threads).
template <class T, class Same>
__global__ void count_runs_kernel(const T* in, std::size_t n, Same same, unsigned* runs) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: As count_kernel, with another flag.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
  const unsigned head = i < n && begins_run(in, i, same);
  unsigned total;
  block_exclusive_scan(head, warp_sums, total);
  if (threadIdx.x == 0) runs[blockIdx.x] = total;
  // END TODO
}

/// Scatter: block b writes the first elements of its runs to out[runs[b] ..), in order.
template <class T, class Same>
__global__ void scatter_runs_kernel(const T* in, T* out, std::size_t n, Same same, const unsigned* runs) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: As scatter_kernel, with another flag.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
  const unsigned head = i < n && begins_run(in, i, same);
  unsigned total;
  const unsigned before = block_exclusive_scan(head, warp_sums, total);
  if (head) out[runs[blockIdx.x] + before] = in[i];
  // END TODO
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  const unsigned blocks = div_up(n, Tuning::block_threads);
  unsigned* runs = nullptr;
  if (blocks > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&runs, blocks * sizeof(unsigned), stream));
    count_runs_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, same, runs);
    WARPGRADE_CHECK_LAUNCH();
  }
  spine_kernel<<<1, Tuning::block_threads, 0, stream>>>(runs, blocks, count);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) {
    scatter_runs_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, out, n, same, runs);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(runs, stream));
  }
}

// ==== fused: one pass ====================================================================================
// A block has a tile, a warp of it `rows` rows of 32 neighbours, a lane one element of each row. Elements and
// flags stay in registers. What the tiles before keep, a tile learns by looking back at what they published:
// first their own counts, then the sum of all up to them.

/// What a tile has published: what it is, and a count, in one word, so that both are read at once.
using State = unsigned long long;
enum Published : unsigned { nothing, own_count, sum_so_far };
__device__ State pack(Published what, unsigned count) { return State(what) << 32 | count; }
__device__ unsigned what_of(State state) { return unsigned(state >> 32); }
__device__ unsigned count_of(State state) { return unsigned(state); }

/// How many elements all tiles before this one keep. A whole warp looks at 32 tiles at once, lane 0 at the
/// nearest, until one of them has published the sum of all up to it.
__device__ unsigned look_back(const volatile State* states, int tile) {
  unsigned before = 0;
  // TODO: Window by window: wait until all of its tiles have published something; find the nearest
  // sum_so_far; add up what the lanes up to that one have seen (there is none: what all have seen, and the
  // next window).
  const int lane = threadIdx.x % 32;
  bool found = tile == 0;
  for (int nearest = tile - 1; !found; nearest -= 32) {
    const int t = nearest - lane;
    State state = pack(sum_so_far, 0);  // before the first tile nothing is kept
    do {
      if (t >= 0) state = states[t];
    } while (__any_sync(warpgrade::kFullWarp, what_of(state) == nothing));
    const unsigned sums = __ballot_sync(warpgrade::kFullWarp, what_of(state) == sum_so_far);
    found = sums != 0;
    const bool counts = !found || lane < __ffs(int(sums));
    const unsigned seen = warp_inclusive_scan(counts ? count_of(state) : 0);
    before += warpgrade::shfl(seen, 31);
  }
  // END TODO
  return before;
}

template <class T, class Keep>
__global__ __launch_bounds__(Tuning::block_threads) void fused_kernel(const T* in, T* out, std::size_t n,
                                                                      unsigned* count, Keep keep,
                                                                      volatile State* states, int* ticket) {
  __shared__ int tile;
  __shared__ unsigned warp_first[Tuning::warps];  // how many each warp keeps; then where its first one goes
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  // Blocks may start in any order. Who takes a later ticket waits only for those that already run.
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1);
  __syncthreads();
  const std::size_t first = std::size_t(tile) * Tuning::tile + warp * Tuning::warp_items + lane;

  // TODO: Read this lane's element of each row; the flags of a row are the bits of a word (__ballot_sync),
  // the same in all lanes. Publish in shared memory how many the warp keeps.
  T items[Tuning::rows];
  unsigned flags[Tuning::rows], kept = 0;
#pragma unroll
  for (int r = 0; r < Tuning::rows; ++r)
    if (first + 32 * r < n) items[r] = in[first + 32 * r];
#pragma unroll
  for (int r = 0; r < Tuning::rows; ++r) {
    flags[r] = __ballot_sync(warpgrade::kFullWarp, first + 32 * r < n && keep(items[r]));
    kept += __popc(flags[r]);
  }
  if (lane == 0) warp_first[warp] = kept;
  __syncthreads();
  // END TODO

  // TODO: One warp scans the warps' counts, publishes the tile's, looks back, and publishes the sum of all so
  // far. The last tile knows the count of all. Each warp learns where its first element goes.
  if (warp == 0) {
    const unsigned mine = lane < Tuning::warps ? warp_first[lane] : 0;
    const unsigned inclusive = warp_inclusive_scan(mine);
    const unsigned total = warpgrade::shfl(inclusive, 31);
    if (lane == 0) states[tile] = pack(own_count, total);
    const unsigned before = look_back(states, tile);
    if (lane == 0) {
      states[tile] = pack(sum_so_far, before + total);
      if (tile == int(gridDim.x) - 1) *count = before + total;
    }
    if (lane < Tuning::warps) warp_first[lane] = before + inclusive - mine;
  }
  __syncthreads();
  // END TODO

  // TODO: Row by row: a kept element goes behind those of the rows before and those of lower lanes.
  unsigned row_first = warp_first[warp];
#pragma unroll
  for (int r = 0; r < Tuning::rows; ++r) {
    const unsigned lower = flags[r] & ((1u << lane) - 1);
    if (flags[r] >> lane & 1) out[row_first + __popc(lower)] = items[r];
    row_first += __popc(flags[r]);
  }
  // END TODO
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  if (n == 0) {  // no tile would set the count, and a launch of 0 blocks is an error
    WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
    return;
  }
  const unsigned tiles = div_up(n, Tuning::tile);
  State* states = nullptr;  // one for each tile, and the ticket behind them
  const std::size_t bytes = (tiles + 1) * sizeof(State);
  WARPGRADE_CHECK(cudaMallocAsync(&states, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(states, 0, bytes, stream));
  int* const ticket = reinterpret_cast<int*>(states + tiles);
  fused_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(in, out, n, count, keep, states, ticket);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(states, stream));
}

}  // namespace compact
