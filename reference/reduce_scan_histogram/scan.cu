// Scan (prefix sum): all partial results of an operator. Three scans of one block, then any n.
//
// Given:      in[0..n) and out[0..n) on the device; T is any trivially copyable type; n may be 0.
// Guarantees: op is associative; it need NOT be commutative, so left stays left: op(before, after).
// Inclusive:  out[i] = in[0] op … op in[i].     Exclusive: without in[i]; out[0] = identity.
// From the right: out[i] = in[i] op … op in[n-1].
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/reduce_scan_histogram/scan/README.md
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

struct Tuning {
  static constexpr int max_threads = 1024;    // of the scans of one block
  static constexpr int block_threads = 256;   // of the device-wide ones
  static constexpr int items_per_thread = 9;  // odd, so that the lanes of a warp meet different banks
  static constexpr int tile = block_threads * items_per_thread;
  static constexpr std::size_t blocks_per_multiprocessor = 8;  // a full multiprocessor; more would only wait
  static constexpr std::size_t max_blocks = 1024;  // so that one block can scan the sums of all blocks
};

using warpgrade::div_up;
/// As many as run at once, and as one block can finish.
inline std::size_t most_blocks() {
  return std::min(warpgrade::multiprocessors() * Tuning::blocks_per_multiprocessor, Tuning::max_blocks);
}
inline int whole_warps(int threads) { return int(div_up(threads, 32)) * 32; }

// ==== hillis_steele: one block, one array ==============================================================

template <class T, class Op>
__global__ void hillis_steele_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[Tuning::max_threads];
  // TODO: With strides 1, 2, 4, … each element takes in the one `stride` to its left, where there is one.
  // All must have written before any reads, and read before any writes again: two barriers a step.
  const int i = threadIdx.x;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    sums[i] = sum;
    __syncthreads();
    if (stride <= i && i < n) sum = op(sums[i - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  // END TODO
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;  // nothing to write, and a launch of 0 threads is an error
  hillis_steele_kernel<<<1, whole_warps(n), 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== double_buffered: the same with two arrays ========================================================

template <class T, class Op>
__global__ void double_buffered_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[2][Tuning::max_threads];
  // TODO: The same steps, but the arrays take turns: who is still reading one is not disturbed by who already
  // writes the other. One barrier a step is enough.
  const int i = threadIdx.x;
  T sum = i < n ? in[i] : identity;
  int turn = 0;
  for (int stride = 1; stride < n; stride *= 2) {
    sums[turn][i] = sum;
    __syncthreads();
    if (stride <= i && i < n) sum = op(sums[turn][i - stride], sum);
    turn = 1 - turn;
  }
  if (i < n) out[i] = sum;
  // END TODO
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  double_buffered_kernel<<<1, whole_warps(n), 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== blelloch: one block, work-efficient ==============================================================

/// size: the power of two from n on; the block has at least size / 2 threads.
template <class T, class Op>
__global__ void blelloch_kernel(const T* in, T* out, int n, int size, T identity, Op op) {
  __shared__ T tree[2 * Tuning::max_threads];
  // TODO: Load, and fill up to `size` with the identity. Up-sweep: with strides 1, 2, … each right child
  // becomes left op right. Then the root becomes the identity. Down-sweep, strides back to 1: the left child
  // gets what its parent holds, the right child gets that op what the left one held. Store.

  // Load
  for (int i = threadIdx.x; i < size; i += blockDim.x) tree[i] = i < n ? in[i] : identity;

  // Up-sweep
  for (int stride = 1; stride < size; stride *= 2) {
    __syncthreads();
    const int right = (2 * threadIdx.x + 2) * stride - 1;
    if (right < size) tree[right] = op(tree[right - stride], tree[right]);
  }

  // Down-sweep
  if (threadIdx.x == 0) tree[size - 1] = identity;  // thread 0 wrote it last: no barrier needed
  for (int stride = size / 2; stride > 0; stride /= 2) {
    __syncthreads();
    const int right = (2 * threadIdx.x + 2) * stride - 1;
    if (right < size) {
      const T before = tree[right], left_sum = tree[right - stride];
      tree[right - stride] = before;
      tree[right] = op(before, left_sum);
    }
  }

  // Store
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tree[i];
  // END TODO
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  blelloch_kernel<<<1, whole_warps(div_up(size, 2)), 0, stream>>>(in, out, n, size, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== device_inclusive and device_exclusive: reduce, then scan =========================================
// Each block has a part of whole tiles. Upsweep: the sum of each part. Spine: one block scans these sums.
// Downsweep: each block scans its part again, starting from the sum of all parts before.
// In and Out are pointers to T, or what can be indexed like them.

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all. Every thread of the
/// block must call it; warp_sums has room for 32, and may be used again after the block's next barrier.
template <class T, class Op>
__device__ T block_exclusive_scan(T value, T identity, Op op, T* warp_sums, T& total) {
  T before = identity;
  total = identity;
  // TODO: Scan each warp with warpgrade::shfl_up (the value of the lane `delta` below; all 32 lanes must call
  // it). The last lane publishes its warp's sum. Then each thread adds up the sums of the warps before it.
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  T inclusive = value;
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive = op(left, inclusive);
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();

  for (int w = 0; w < warps; ++w) {
    if (w == warp) before = total;
    total = op(total, warp_sums[w]);
  }
  const T left = warpgrade::shfl_up(inclusive, 1);
  if (lane > 0) before = op(before, left);
  // END TODO
  return before;
}

/// Loads the tile that begins at `begin`, coalesced, and returns this thread's items_per_thread neighbours
/// in `items`: through shared memory, as a warp reads a row and a thread needs a run. Past n: identity.
template <class In, class T>
__device__ void load_tile(In in, std::size_t begin, std::size_t n, T identity, T* tile, T* items) {
  for (int i = threadIdx.x; i < Tuning::tile; i += Tuning::block_threads)
    tile[i] = begin + i < n ? in[begin + i] : identity;
  __syncthreads();
  for (int k = 0; k < Tuning::items_per_thread; ++k)
    items[k] = tile[threadIdx.x * Tuning::items_per_thread + k];
}

/// The way back: this thread's items into the tile, and the tile to out[begin..), up to n.
template <class Out, class T>
__device__ void store_tile(Out out, std::size_t begin, std::size_t n, T* tile, const T* items) {
  for (int k = 0; k < Tuning::items_per_thread; ++k)
    tile[threadIdx.x * Tuning::items_per_thread + k] = items[k];
  __syncthreads();
  for (int i = threadIdx.x; i < Tuning::tile && begin + i < n; i += Tuning::block_threads)
    out[begin + i] = tile[i];
}

/// This thread's items combined, from left to right.
template <class T, class Op>
__device__ T combine(const T* items, Op op) {
  T sum = items[0];
  for (int k = 1; k < Tuning::items_per_thread; ++k) sum = op(sum, items[k]);
  return sum;
}

/// Upsweep: block b reduces its part, in[b·part .. (b+1)·part), to sums[b].
template <class In, class T, class Op>
__global__ void upsweep_kernel(In in, std::size_t n, std::size_t part, T identity, Op op, T* sums) {
  __shared__ T tile[Tuning::tile];
  __shared__ T warp_sums[32];
  // TODO: Tile by tile: load_tile, combine, and of the block_exclusive_scan only the total. Order matters.
  T items[Tuning::items_per_thread];
  T sum = identity;
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t begin = first; begin < last; begin += Tuning::tile) {
    load_tile(in, begin, n, identity, tile, items);
    T total;
    block_exclusive_scan(combine(items, op), identity, op, warp_sums, total);
    sum = op(sum, total);
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  // END TODO
}

/// Spine: one block scans the sums in place, exclusively: sums[b] becomes the sum of all parts before b.
template <class T, class Op>
__global__ void spine_kernel(T* sums, int count, T identity, Op op) {
  __shared__ T warp_sums[32];
  // TODO: One sum a thread; threads without one take part with the identity.
  const int i = threadIdx.x;
  T total;
  const T before = block_exclusive_scan(i < count ? sums[i] : identity, identity, op, warp_sums, total);
  if (i < count) sums[i] = before;
  // END TODO
}

/// Downsweep: block b scans its part of in to out, starting from sums[b].
template <bool Inclusive, class In, class Out, class T, class Op>
__global__ void downsweep_kernel(In in, Out out, std::size_t n, std::size_t part, T identity, Op op,
                                 const T* sums) {
  __shared__ T tile[Tuning::tile];
  __shared__ T warp_sums[32];
  // TODO: Tile by tile: load_tile; where this thread starts (all before the tile, then all before its items);
  // replace each item by its partial result, with the item itself or without; store_tile.
  T items[Tuning::items_per_thread];
  T before_tile = sums[blockIdx.x];
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t begin = first; begin < last; begin += Tuning::tile) {
    load_tile(in, begin, n, identity, tile, items);
    T total;
    const T before = block_exclusive_scan(combine(items, op), identity, op, warp_sums, total);
    T sum = op(before_tile, before);
    for (T& item : items) {
      const T with_item = op(sum, item);
      item = Inclusive ? with_item : sum;
      sum = with_item;
    }
    store_tile(out, begin, n, tile, items);
    before_tile = op(before_tile, total);
  }
  // END TODO
}

template <bool Inclusive, class In, class Out, class T, class Op>
void device_scan(In in, Out out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tiles = div_up(n, Tuning::tile);
  const std::size_t part = div_up(tiles, most_blocks()) * Tuning::tile;
  const unsigned blocks = unsigned(div_up(n, part));
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  upsweep_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, part, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  spine_kernel<<<1, whole_warps(blocks), 0, stream>>>(sums, int(blocks), identity, op);
  WARPGRADE_CHECK_LAUNCH();
  downsweep_kernel<Inclusive>
      <<<blocks, Tuning::block_threads, 0, stream>>>(in, out, n, part, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<true>(in, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<false>(in, out, n, identity, op, stream);
}

// ==== from_the_right: the same scan of mirrored arrays =================================================
// What the scan calls element 0 is the last one. "Before" now means "to the right of".

/// array[0..n) mirrored: [0] is its last element.
template <class T>
struct Mirrored {
  T* array;
  std::size_t n;

  __device__ T& operator[](std::size_t i) const {
    std::size_t place = i;
    // TODO: Which place of the array is the i-th from its end?
    place = n - 1 - i;
    // END TODO
    return array[place];
  }
};

/// The scan calls op(before, mine). Now `mine` is to the left of what it calls before.
template <class Op>
struct Exchanged {
  Op op;

  template <class T>
  __device__ T operator()(T before, T mine) const {
    T both = before;
    // TODO: Combine the two in the order of the array.
    both = op(mine, before);
    // END TODO
    return both;
  }
};

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  // TODO: Call device_scan<true> with the mirrored arrays and the exchanged operator: Mirrored<T>{out, n}.
  const Mirrored<const T> mirrored_in{in, n};
  const Mirrored<T> mirrored_out{out, n};
  device_scan<true>(mirrored_in, mirrored_out, n, identity, Exchanged<Op>{op}, stream);
  // END TODO
}

}  // namespace scan
