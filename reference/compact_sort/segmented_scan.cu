// Segmented scan: the scan of each segment of an array, all segments at once. In one block, then any n.
//
// Given:      in[0..n), heads[0..n), out[0..n) on the device; T is any trivially copyable type; n may be 0.
//             heads[i] is 1 where a segment begins. Element 0 begins one whatever its flag says.
// Guarantees: op is associative; it need NOT be commutative, so left stays left: op(before, after).
// Inclusive:  out[i] = in[s] op … op in[i], s the beginning of i's segment.
// Exclusive:  without in[i]; out[s] = identity.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/segmented_scan/README.md
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

struct Tuning {
  static constexpr int max_threads = 1024;    // of the scan of one block
  static constexpr int block_threads = 256;   // of the device-wide ones
  static constexpr int items_per_thread = 7;  // odd, so that the lanes of a warp meet different banks
  static constexpr int tile = block_threads * items_per_thread;
  static constexpr std::size_t max_blocks = 128;  // so that a small block can scan the results of all blocks
};

using warpgrade::div_up;
inline int whole_warps(int threads) { return int(div_up(threads, 32)) * 32; }

// ==== The operator on pairs ============================================================================

/// A run of neighbouring elements: does a segment begin in it, and what its elements from the last head on
/// make (all of them, if it has no head).
template <class T>
struct Run {
  T value;
  int has_head;
};

/// Joins two runs, the left one first. It is associative as op is, so any scan works with it; and
/// Run{identity, 0} is its identity.
template <class Op>
struct JoinRuns {
  Op op;

  template <class T>
  __device__ Run<T> operator()(const Run<T>& left, const Run<T>& right) const {
    Run<T> both = left;
    // TODO: What do the elements of both make, from the last head on? A head in the right run cuts the left
    // one off.
    both.value = right.has_head ? right.value : op(left.value, right.value);
    both.has_head = left.has_head | right.has_head;
    // END TODO
    return both;
  }
};

// ==== block_inclusive: one block =======================================================================

template <class T, class Op>
__global__ void block_inclusive_kernel(const T* in, const std::uint8_t* heads, T* out, int n, T identity,
                                       Op op) {
  __shared__ Run<T> runs[Tuning::max_threads];
  const JoinRuns<Op> join{op};
  // TODO: Each thread has one element, a run of length 1. With strides 1, 2, 4, … it joins the run that ends
  // `stride` to its left with its own, where there is one (Hillis & Steele). Two barriers a step.
  const int i = threadIdx.x;
  Run<T> run{identity, 0};
  if (i < n) run = {in[i], heads[i]};
  for (int stride = 1; stride < n; stride *= 2) {
    runs[i] = run;
    __syncthreads();
    if (stride <= i && i < n) run = join(runs[i - stride], run);
    __syncthreads();
  }
  if (i < n) out[i] = run.value;
  // END TODO
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  if (n == 0) return;  // nothing to write, and a launch of 0 threads is an error
  block_inclusive_kernel<<<1, whole_warps(n), 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== device_inclusive and device_exclusive: reduce, then scan =========================================
// Each block has a part of whole tiles. Upsweep: each part becomes one run. Spine: one block scans these
// runs. Downsweep: each block scans its part again, starting from the run of all parts before.

/// The exclusive scan of one run a thread over the block; `total` gets that of all. Every thread of the block
/// must call it; warp_totals has room for 32, and may be used again after the block's next barrier.
template <class T, class Op>
__device__ Run<T> block_exclusive_scan(Run<T> run, T identity, JoinRuns<Op> join, Run<T>* warp_totals,
                                       Run<T>& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  Run<T> inclusive = run;
  for (int delta = 1; delta < 32; delta *= 2) {
    const Run<T> left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive = join(left, inclusive);
  }
  if (lane == 31) warp_totals[warp] = inclusive;
  __syncthreads();

  Run<T> before{identity, 0};
  total = before;
  for (int w = 0; w < warps; ++w) {
    if (w == warp) before = total;
    total = join(total, warp_totals[w]);
  }
  const Run<T> left = warpgrade::shfl_up(inclusive, 1);
  return lane > 0 ? join(before, left) : before;
}

/// Loads the tile that begins at `begin`, coalesced, and returns this thread's items_per_thread neighbours in
/// `items`: through shared memory, as a warp reads a row and a thread needs a run. Past n: identity, no head.
template <class T>
__device__ void load_tile(const T* in, const std::uint8_t* heads, std::size_t begin, std::size_t n,
                          T identity, Run<T>* tile, Run<T>* items) {
  for (int i = threadIdx.x; i < Tuning::tile; i += Tuning::block_threads)
    tile[i] = begin + i < n ? Run<T>{in[begin + i], heads[begin + i]} : Run<T>{identity, 0};
  __syncthreads();
  for (int k = 0; k < Tuning::items_per_thread; ++k)
    items[k] = tile[threadIdx.x * Tuning::items_per_thread + k];
}

/// The way back: the values of this thread's items into the tile, and the tile to out[begin..), up to n.
template <class T>
__device__ void store_tile(T* out, std::size_t begin, std::size_t n, Run<T>* tile, const Run<T>* items) {
  for (int k = 0; k < Tuning::items_per_thread; ++k)
    tile[threadIdx.x * Tuning::items_per_thread + k].value = items[k].value;
  __syncthreads();
  for (int i = threadIdx.x; i < Tuning::tile && begin + i < n; i += Tuning::block_threads)
    out[begin + i] = tile[i].value;
}

/// This thread's items joined, from left to right.
template <class T, class Op>
__device__ Run<T> join_all(const Run<T>* items, JoinRuns<Op> join) {
  Run<T> run = items[0];
  for (int k = 1; k < Tuning::items_per_thread; ++k) run = join(run, items[k]);
  return run;
}

/// Upsweep: block b joins its part, [b·part, (b+1)·part), to totals[b].
template <class T, class Op>
__global__ void upsweep_kernel(const T* in, const std::uint8_t* heads, std::size_t n, std::size_t part,
                               T identity, JoinRuns<Op> join, Run<T>* totals) {
  __shared__ Run<T> tile[Tuning::tile];
  __shared__ Run<T> warp_totals[32];
  // TODO: Tile by tile: load_tile, join_all, and of the block_exclusive_scan only the total. Order matters.
  Run<T> items[Tuning::items_per_thread];
  Run<T> run{identity, 0};
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t begin = first; begin < last; begin += Tuning::tile) {
    load_tile(in, heads, begin, n, identity, tile, items);
    Run<T> total;
    block_exclusive_scan(join_all(items, join), identity, join, warp_totals, total);
    run = join(run, total);
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = run;
  // END TODO
}

/// Spine: one block scans the totals in place, exclusively: totals[b] becomes the run of all parts before b.
template <class T, class Op>
__global__ void spine_kernel(Run<T>* totals, int count, T identity, JoinRuns<Op> join) {
  __shared__ Run<T> warp_totals[32];
  // TODO: One run a thread; threads without one take part with the identity, Run{identity, 0}.
  const int i = threadIdx.x;
  const Run<T> mine = i < count ? totals[i] : Run<T>{identity, 0};
  Run<T> total;
  const Run<T> before = block_exclusive_scan(mine, identity, join, warp_totals, total);
  if (i < count) totals[i] = before;
  // END TODO
}

/// Downsweep: block b scans its part to out, starting from totals[b].
template <bool Inclusive, class T, class Op>
__global__ void downsweep_kernel(const T* in, const std::uint8_t* heads, T* out, std::size_t n,
                                 std::size_t part, T identity, JoinRuns<Op> join, const Run<T>* totals) {
  __shared__ Run<T> tile[Tuning::tile];
  __shared__ Run<T> warp_totals[32];
  // TODO: Tile by tile: load_tile; where this thread starts (all before the tile, then all before its items);
  // replace the value of each item by its result; store_tile. Exclusive: what is the result of a head?
  Run<T> items[Tuning::items_per_thread];
  Run<T> before_tile = totals[blockIdx.x];
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t begin = first; begin < last; begin += Tuning::tile) {
    load_tile(in, heads, begin, n, identity, tile, items);
    Run<T> total;
    const Run<T> before = block_exclusive_scan(join_all(items, join), identity, join, warp_totals, total);
    Run<T> run = join(before_tile, before);
    for (Run<T>& item : items) {
      const Run<T> with_item = join(run, item);
      const T before_item = item.has_head ? identity : run.value;
      item.value = Inclusive ? with_item.value : before_item;
      run = with_item;
    }
    store_tile(out, begin, n, tile, items);
    before_tile = join(before_tile, total);
  }
  // END TODO
}

template <bool Inclusive, class T, class Op>
void device_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                 cudaStream_t stream) {
  if (n == 0) return;
  const JoinRuns<Op> join{op};
  const std::size_t tiles = div_up(n, Tuning::tile);
  const std::size_t part = div_up(tiles, Tuning::max_blocks) * Tuning::tile;
  const unsigned blocks = unsigned(div_up(n, part));
  Run<T>* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(Run<T>), stream));
  upsweep_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, heads, n, part, identity, join, totals);
  WARPGRADE_CHECK_LAUNCH();
  spine_kernel<<<1, whole_warps(int(blocks)), 0, stream>>>(totals, int(blocks), identity, join);
  WARPGRADE_CHECK_LAUNCH();
  downsweep_kernel<Inclusive>
      <<<blocks, Tuning::block_threads, 0, stream>>>(in, heads, out, n, part, identity, join, totals);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<true>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<false>(in, heads, out, n, identity, op, stream);
}

}  // namespace segmented_scan
