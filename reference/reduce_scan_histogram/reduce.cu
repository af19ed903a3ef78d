// Reduce: combine n elements into one. Four versions, each without a cost of the one before,
// and one whose result has the same bits everywhere.
//
// Given:      in[0..n) and out[0] on the device; T is any trivially copyable type; n may be 0.
// Guarantees: op is associative. Only `interleaved` must keep the order of the elements.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/reduce_scan_histogram/reduce/README.md
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

struct Tuning {
  static constexpr int pair_threads = 1024;  // interleaved: one block, two elements a thread
  static constexpr int block_threads = 256;  // the others
  static constexpr int warps = block_threads / 32;
  static constexpr int items_per_thread = 8;  // coarsened: work for a thread before blocks are added
  static constexpr int tile_items = block_threads * items_per_thread;  // reproducible: on every card
  static constexpr std::size_t blocks_per_multiprocessor = 8;  // a full multiprocessor; more would only wait
  static constexpr std::size_t max_blocks = 1024;  // so that one block can reduce the partial results
};

using warpgrade::div_up;
/// As many as run at once, and as one block can finish.
inline std::size_t most_blocks() {
  return std::min(warpgrade::multiprocessors() * Tuning::blocks_per_multiprocessor, Tuning::max_blocks);
}

// ==== interleaved: one block, strides 1, 2, 4, … =======================================================

template <class T, class Op>
__global__ void interleaved_kernel(T* data, int n, T identity, Op op, T* out) {
  // TODO: Thread t owns data[2t]. In the round of `stride` (1, 2, 4, …) every stride-th thread combines its
  // element with the one `stride` to the right, where there is one. In the end data[0] is the result.
  const int mine = 2 * threadIdx.x;
  for (int stride = 1; stride < n; stride *= 2) {
    if (threadIdx.x % stride == 0 && mine + stride < n) data[mine] = op(data[mine], data[mine + stride]);
    __syncthreads();  // the next round reads what others wrote in this one
  }
  if (threadIdx.x == 0) *out = n > 0 ? data[0] : identity;
  // END TODO
}

template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  T* data = nullptr;  // the tree overwrites its data and the input must not change: work on a copy
  WARPGRADE_CHECK(cudaMallocAsync(&data, std::max(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(data, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  interleaved_kernel<<<1, Tuning::pair_threads, 0, stream>>>(data, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

// ==== global_memory: a part for each block, halving strides ============================================

/// Block b reduces data[b·part .. (b+1)·part), which n may cut short, to out[b].
template <class T, class Op>
__global__ void global_memory_kernel(T* data, std::size_t n, std::size_t part, T identity, Op op, T* out) {
  // TODO: Halve the part again and again: element i takes in element i + half, where there is one. Threads
  // that sit next to each other work on elements that lie next to each other. A part may be longer than the
  // block has threads, of odd length, or empty.
  const std::size_t begin = blockIdx.x * part;
  const std::size_t length = begin < n ? min(part, n - begin) : 0;
  T* mine = data + begin;
  for (std::size_t active = length; active > 1;) {
    const std::size_t half = (active + 1) / 2;  // rounded up: the middle of an odd length stays as it is
    for (std::size_t i = threadIdx.x; i + half < active; i += blockDim.x)
      mine[i] = op(mine[i], mine[i + half]);
    __syncthreads();
    active = half;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = length > 0 ? mine[0] : identity;
  // END TODO
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = std::clamp<std::size_t>(div_up(n, 2 * Tuning::block_threads), 1, most_blocks());
  T *data = nullptr, *partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&data, std::max<std::size_t>(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(data, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  // TODO: Launch the kernel twice: `blocks` blocks reduce data to partial, then one block partial to out.
  global_memory_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(data, n, div_up(n, blocks), identity, op,
                                                                     partial);
  WARPGRADE_CHECK_LAUNCH();
  global_memory_kernel<<<1, Tuning::block_threads, 0, stream>>>(partial, blocks, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

// ==== shared_memory: the tree on chip ==================================================================

/// Block b reduces its tile, in[b·block_threads .. (b+1)·block_threads), which n may cut short, to out[b].
template <class T, class Op>
__global__ void shared_memory_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[Tuning::block_threads];
  // TODO: Each thread loads one element, or the identity where there is none. Then the tree as before, with
  // halving strides, now in the tile.
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  for (unsigned stride = Tuning::block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
  // END TODO
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t most = std::max<std::size_t>(div_up(n, Tuning::block_threads), 1);
  T* partial[2] = {nullptr, nullptr};  // the results of one launch are the input of the next: they take turns
  for (T*& p : partial) WARPGRADE_CHECK(cudaMallocAsync(&p, most * sizeof(T), stream));
  // TODO: Launch one block a tile; then again over the partial results; until one block writes to out.
  const T* from = in;
  std::size_t count = n;
  for (int turn = 0; from != out; turn = 1 - turn) {
    const std::size_t blocks = std::max<std::size_t>(div_up(count, Tuning::block_threads), 1);
    T* to = blocks == 1 ? out : partial[turn];
    shared_memory_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(from, count, identity, op, to);
    WARPGRADE_CHECK_LAUNCH();
    from = to;
    count = blocks;
  }
  // END TODO
  for (T* p : partial) WARPGRADE_CHECK(cudaFreeAsync(p, stream));
}

// ==== coarsened: many elements a thread, then shuffles =================================================

/// Combines the values of a warp's 32 lanes; lane 0 gets the result.
template <class T, class Op>
__device__ T warp_reduce(T value, Op op) {
  // TODO: Halving strides once more, but within the warp: warpgrade::shfl_down(value, delta) is the value of
  // the lane `delta` above. All 32 lanes must call it.
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  // END TODO
  return value;
}

/// Block b reduces the elements i with (i / block_threads) % blocks == b to out[b].
template <class T, class Op>
__global__ void coarsened_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[Tuning::warps];
  // TODO: Each thread combines its own elements in a register, a whole grid apart, so that a warp reads
  // neighbours. Then warp_reduce, one result a warp into shared memory, and the first warp reduces those.
  T value = identity;
  const std::size_t grid_threads = std::size_t(gridDim.x) * blockDim.x;
#pragma unroll 8  // several loads in flight
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += grid_threads)
    value = op(value, in[i]);

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_reduce(value, op);
  if (lane == 0) warp_results[warp] = value;
  __syncthreads();
  if (warp > 0) return;
  value = warp_reduce(lane < Tuning::warps ? warp_results[lane] : identity, op);
  if (lane == 0) out[blockIdx.x] = value;
  // END TODO
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  // TODO: As many blocks as give each thread items_per_thread elements, but never more than most_blocks();
  // they leave partial results; a second launch of one block reduces those.
  constexpr int items_per_block = Tuning::block_threads * Tuning::items_per_thread;
  const std::size_t blocks = std::clamp<std::size_t>(div_up(n, items_per_block), 1, most_blocks());
  T* partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  coarsened_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  coarsened_kernel<<<1, Tuning::block_threads, 0, stream>>>(partial, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  // END TODO
}

// ==== reproducible: n alone decides what is combined with what ==========================================

/// Block b reduces its tile, in[b·tile_items .. (b+1)·tile_items), which n may cut short, to out[b].
template <class T, class Op>
__global__ void reproducible_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[Tuning::warps];
  // TODO: Thread t combines the elements t, t + block_threads, … of the tile, in this order. Then the warps,
  // as in `coarsened`.
  const std::size_t begin = std::size_t(blockIdx.x) * Tuning::tile_items;
  T value = identity;
#pragma unroll
  for (int item = 0; item < Tuning::items_per_thread; ++item) {
    const std::size_t i = begin + item * Tuning::block_threads + threadIdx.x;
    if (i < n) value = op(value, in[i]);
  }

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_reduce(value, op);
  if (lane == 0) warp_results[warp] = value;
  __syncthreads();
  if (warp > 0) return;
  value = warp_reduce(lane < Tuning::warps ? warp_results[lane] : identity, op);
  if (lane == 0) out[blockIdx.x] = value;
  // END TODO
}

template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  // TODO: One block a tile: n tells how many, not the number of multiprocessors. Then again over the partial
  // results, until one block writes to out, as in `shared_memory`.
  const std::size_t most = std::max<std::size_t>(div_up(n, Tuning::tile_items), 1);
  T* partial[2] = {nullptr, nullptr};  // they take turns
  for (T*& p : partial) WARPGRADE_CHECK(cudaMallocAsync(&p, most * sizeof(T), stream));
  const T* from = in;
  std::size_t count = n;
  for (int turn = 0; from != out; turn = 1 - turn) {
    const std::size_t tiles = std::max<std::size_t>(div_up(count, Tuning::tile_items), 1);
    T* to = tiles == 1 ? out : partial[turn];
    reproducible_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(from, count, identity, op, to);
    WARPGRADE_CHECK_LAUNCH();
    from = to;
    count = tiles;
  }
  for (T* p : partial) WARPGRADE_CHECK(cudaFreeAsync(p, stream));
  // END TODO
}

}  // namespace reduce
