// The block's part of a reduction, fast: as many bytes in flight as the card can hold.
//
// A reduction is limited by reading memory alone. Each thread reads 16 bytes at once, several times before it
// needs the first of them, and gives each of its loads a sum of its own, so that no addition waits for the
// one before. The grid is as large as fits the card at once: more blocks would only start later.
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgrade/student.cuh>

namespace reduce {

struct Tuning {
  static constexpr int block_threads = 512;
  static constexpr int warps = block_threads / 32;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr int loads = 4;  // of 16 bytes, in flight, of a thread
};

/// What a thread loads at once.
template <class T>
struct alignas(16) Vector {
  static_assert(16 % sizeof(T) == 0, "elements must fill 16 bytes");
  static constexpr int size = 16 / sizeof(T);
  T items[size];
};

/// Combines the values of a warp's 32 lanes; lane 0 gets the result.
template <class T, class Op>
__device__ T warp_reduce(T value, Op op) {
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  return value;
}

/// What this block meets of in[0..n) with strides of a grid, reduced; thread 0 gets the result. Vectors begin
/// at multiples of 16 bytes, and `head` elements lie before the first of them.
template <class T, class Op>
__device__ T reduce_block(const T* in, std::size_t n, std::size_t head, T identity, Op op) {
  __shared__ T warp_results[Tuning::warps];
  constexpr int size = Vector<T>::size, loads = Tuning::loads;
  const std::size_t thread = blockIdx.x * std::size_t(Tuning::block_threads) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(Tuning::block_threads);
  const auto* vectors = reinterpret_cast<const Vector<T>*>(in + head);
  const std::size_t vector_count = (n - head) / size;

  // ---- Whole groups of loads: all in flight, each into its own sum
  T sums[loads];
  for (T& sum : sums) sum = identity;
  const std::size_t group = loads * Tuning::block_threads, groups = vector_count / group;
  for (std::size_t g = blockIdx.x; g < groups; g += gridDim.x) {
    Vector<T> loaded[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) loaded[k] = vectors[g * group + k * Tuning::block_threads + threadIdx.x];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      for (const T& item : loaded[k].items) sums[k] = op(sums[k], item);
  }

  // ---- What is left: vectors, and the elements at both ends that make none
  T sum = sums[0];
#pragma unroll
  for (int k = 1; k < loads; ++k) sum = op(sum, sums[k]);
  for (std::size_t v = groups * group + thread; v < vector_count; v += threads)
    for (const T& item : vectors[v].items) sum = op(sum, item);
  if (thread < head) sum = op(sum, in[thread]);
  const std::size_t tail = head + vector_count * size + thread;
  if (tail < n) sum = op(sum, in[tail]);

  // ---- The block: lanes, then warps
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  sum = warp_reduce(sum, op);
  if (lane == 0) warp_results[warp] = sum;
  __syncthreads();
  if (warp > 0) return identity;
  return warp_reduce(lane < Tuning::warps ? warp_results[lane] : identity, op);
}

/// Elements before the first that is aligned to 16 bytes.
template <class T>
std::size_t unaligned_head(const T* in, std::size_t n) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(in) % 16;
  return std::min(n, past == 0 ? 0 : (16 - past) / sizeof(T));
}

/// As many as the card holds at once, and no more than have a whole group of loads; at least one.
template <class T>
unsigned block_count(std::size_t n) {
  int device, multiprocessors;
  WARPGRADE_CHECK(cudaGetDevice(&device));
  WARPGRADE_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  constexpr std::size_t group_items = Tuning::loads * Tuning::block_threads * Vector<T>::size;
  const std::size_t most = multiprocessors * Tuning::blocks_per_multiprocessor;
  return unsigned(std::clamp<std::size_t>(n / group_items, 1, most));
}

}  // namespace reduce
