// expect: wrong_answer device_inclusive
// The upsweep puts each further tile of a part in front of those before.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int items_per_thread = 9;  // odd, so that the lanes of a warp meet different banks
  static constexpr int tile = block_threads * items_per_thread;
  static constexpr std::size_t blocks_per_multiprocessor = 8;  // a full multiprocessor; more would only wait
  static constexpr std::size_t max_blocks = 1024;  // so that one block can scan the sums of all blocks
};

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }
/// As many as run at once, and as one block can finish.
inline std::size_t most_blocks() {
  return std::min(warpgrade::multiprocessors() * Tuning::blocks_per_multiprocessor, Tuning::max_blocks);
}
inline int whole_warps(int threads) { return int(div_up(threads, 32)) * 32; }

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all. Every thread of the
/// block must call it; warp_sums has room for 32, and may be used again after the block's next barrier.
template <class T, class Op>
__device__ T block_exclusive_scan(T value, T identity, Op op, T* warp_sums, T& total) {
  T before = identity;
  total = identity;
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
  return before;
}

/// Loads the tile that begins at `begin`, coalesced, and returns this thread's items_per_thread neighbours
/// in `items`: through shared memory, as a warp reads a row and a thread needs a run. Past n: identity.
template <class T>
__device__ void load_tile(const T* in, std::size_t begin, std::size_t n, T identity, T* tile, T* items) {
  for (int i = threadIdx.x; i < Tuning::tile; i += Tuning::block_threads)
    tile[i] = begin + i < n ? in[begin + i] : identity;
  __syncthreads();
  for (int k = 0; k < Tuning::items_per_thread; ++k)
    items[k] = tile[threadIdx.x * Tuning::items_per_thread + k];
}

/// The way back: this thread's items into the tile, and the tile to out[begin..), up to n.
template <class T>
__device__ void store_tile(T* out, std::size_t begin, std::size_t n, T* tile, const T* items) {
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
template <class T, class Op>
__global__ void upsweep_kernel(const T* in, std::size_t n, std::size_t part, T identity, Op op, T* sums) {
  __shared__ T tile[Tuning::tile];
  __shared__ T warp_sums[32];
  T items[Tuning::items_per_thread];
  T sum = identity;
  const std::size_t first = blockIdx.x * part, last = min(first + part, n);
  for (std::size_t begin = first; begin < last; begin += Tuning::tile) {
    load_tile(in, begin, n, identity, tile, items);
    T total;
    block_exclusive_scan(combine(items, op), identity, op, warp_sums, total);
    sum = op(total, sum);
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// Spine: one block scans the sums in place, exclusively: sums[b] becomes the sum of all parts before b.
template <class T, class Op>
__global__ void spine_kernel(T* sums, int count, T identity, Op op) {
  __shared__ T warp_sums[32];
  const int i = threadIdx.x;
  T total;
  const T before = block_exclusive_scan(i < count ? sums[i] : identity, identity, op, warp_sums, total);
  if (i < count) sums[i] = before;
}

/// Downsweep: block b scans its part of in to out, starting from sums[b].
template <bool Inclusive, class T, class Op>
__global__ void downsweep_kernel(const T* in, T* out, std::size_t n, std::size_t part, T identity, Op op,
                                 const T* sums) {
  __shared__ T tile[Tuning::tile];
  __shared__ T warp_sums[32];
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
}

template <bool Inclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
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

}  // namespace scan
