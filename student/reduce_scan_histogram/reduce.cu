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
  // END TODO
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t most = std::max<std::size_t>(div_up(n, Tuning::block_threads), 1);
  T* partial[2] = {nullptr, nullptr};  // the results of one launch are the input of the next: they take turns
  for (T*& p : partial) WARPGRADE_CHECK(cudaMallocAsync(&p, most * sizeof(T), stream));
  // TODO: Launch one block a tile; then again over the partial results; until one block writes to out.
  // END TODO
  for (T* p : partial) WARPGRADE_CHECK(cudaFreeAsync(p, stream));
}

// ==== coarsened: many elements a thread, then shuffles =================================================

/// Combines the values of a warp's 32 lanes; lane 0 gets the result.
template <class T, class Op>
__device__ T warp_reduce(T value, Op op) {
  // TODO: Halving strides once more, but within the warp: warpgrade::shfl_down(value, delta) is the value of
  // the lane `delta` above. All 32 lanes must call it.
  // END TODO
  return value;
}

/// Block b reduces the elements i with (i / block_threads) % blocks == b to out[b].
template <class T, class Op>
__global__ void coarsened_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[Tuning::warps];
  // TODO: Each thread combines its own elements in a register, a whole grid apart, so that a warp reads
  // neighbours. Then warp_reduce, one result a warp into shared memory, and the first warp reduces those.
  // END TODO
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  // TODO: As many blocks as give each thread items_per_thread elements, but never more than most_blocks();
  // they leave partial results; a second launch of one block reduces those.
  // END TODO
}

// ==== reproducible: n alone decides what is combined with what ==========================================

/// Block b reduces its tile, in[b·tile_items .. (b+1)·tile_items), which n may cut short, to out[b].
template <class T, class Op>
__global__ void reproducible_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[Tuning::warps];
  // TODO: Thread t combines the elements t, t + block_threads, … of the tile, in this order. Then the warps,
  // as in `coarsened`.
  // END TODO
}

template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  // TODO: One block a tile: n tells how many, not the number of multiprocessors. Then again over the partial
  // results, until one block writes to out, as in `shared_memory`.
  // END TODO
}

}  // namespace reduce
