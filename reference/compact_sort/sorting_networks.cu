// Sorting networks: a fixed sequence of compare-exchanges that sorts every input.
//
// Given:      in and out on the device; T is any trivially copyable type without a comparison; n may be 0.
// Guarantees: exchange(low, high) puts what belongs first into low; `highest` belongs behind all others.
// Rows:       three tasks sort `rows` rows of n <= 2048 elements, a block each; bitonic_device any n.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/sorting_networks/README.md
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

struct Tuning {
  static constexpr int max_row = 2048;  // two elements for each thread of the largest block
};

using warpgrade::div_up;

// All kernels here have a thread for each pair. In a step with distance `stride` pair number t is
//     low = 2·stride·(t / stride) + t % stride,   high = low + stride
// so that stride 1 has the pairs (0,1) (2,3) (4,5) …, and stride 4 has (0,4) (1,5) (2,6) (3,7) (8,12) …
__device__ inline std::size_t low_of_pair(std::size_t t, std::size_t stride) {
  return t / stride * 2 * stride + t % stride;
}

/// The first step of a bitonic merge has pairs that mirror each other: (0,7) (1,6) (2,5) (3,4) for a run
/// of 8. The partner of `low`, in a merge to runs of `run` elements (a power of two).
__device__ inline std::size_t mirror_of(std::size_t low, std::size_t run) { return low ^ (run - 1); }

/// The block's row to shared memory. No barrier behind it.
template <class T>
__device__ void load_row(const T* in, T* row, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[std::size_t(blockIdx.x) * n + i];
}

/// And back to global memory. No barrier before it.
template <class T>
__device__ void store_row(const T* row, T* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[std::size_t(blockIdx.x) * n + i] = row[i];
}

/// A thread for each of size / 2 pairs, in whole warps.
inline int threads_for(int size) { return div_up(std::max(size / 2, 1), 32) * 32; }

// ==== brick: odd-even transposition ====================================================================

template <class T, class Exchange>
__global__ void brick_kernel(const T* in, T* out, int n, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  // TODO: n steps. Even ones exchange (0,1) (2,3) …, odd ones (1,2) (3,4) … No step begins before the last
  // one has ended. Then store_row.
  for (int step = 0; step < n; ++step) {
    __syncthreads();
    const int low = 2 * threadIdx.x + step % 2;
    if (low + 1 < n) exchange(row[low], row[low + 1]);
  }
  __syncthreads();
  store_row(row, out, n);
  // END TODO
}

template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  brick_kernel<<<rows, threads_for(n), 0, stream>>>(in, out, n, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== bitonic: merges whose first step mirrors =========================================================

/// size: the power of two from n on. Pairs that reach past n are left out: what would stand there belongs
/// behind all others, and stays where it is, since every exchange here puts the larger one behind.
template <class T, class Exchange>
__global__ void bitonic_kernel(const T* in, T* out, int n, int size, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  // TODO: Merge sorted runs to runs of 2, 4, … size elements. The first step of a merge has mirrored pairs
  // (low_of_pair with stride = run / 2, then mirror_of); the others have strides run / 4, run / 8, … 1. Then
  // store_row.
  for (int run = 2; run <= size; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int low = low_of_pair(threadIdx.x, stride);
      const int high = stride == run / 2 ? mirror_of(low, run) : low + stride;
      if (high < n) exchange(row[low], row[high]);
    }
  }
  __syncthreads();
  store_row(row, out, n);
  // END TODO
}

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  bitonic_kernel<<<rows, threads_for(size), 0, stream>>>(in, out, n, size, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== odd_even_merge: the fewest comparators ===========================================================

template <class T, class Exchange>
__global__ void odd_even_merge_kernel(const T* in, T* out, int n, int size, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  // TODO: Merge runs to runs of 2, 4, … size elements. The first step of a merge has stride run / 2 and all
  // pairs. In each further step, with strides run / 4, … 1, both elements of a pair lie `stride` further on.
  // A pair whose second element lies in the next run is left out. Then store_row.
  for (int run = 2; run <= size; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int shift = stride == run / 2 ? 0 : stride;
      const int low = low_of_pair(threadIdx.x, stride) + shift;
      const int high = low + stride;
      if (high < n && low / run == high / run) exchange(row[low], row[high]);
    }
  }
  __syncthreads();
  store_row(row, out, n);
  // END TODO
}

template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  odd_even_merge_kernel<<<rows, threads_for(size), 0, stream>>>(in, out, n, size, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== bitonic_device: one array over many blocks =======================================================
// A tile is 2 · block_threads elements, a pair for each thread. Steps whose pairs lie in one tile run in
// shared memory, many in one launch. A step whose pairs reach over tiles is a launch of its own, in global
// memory.

/// Of a merge to runs of `run` elements the steps with strides first_stride, first_stride / 2, … 1, on the
/// tile that begins at `begin`. All threads of the block must call it. Begins with a barrier, and ends
/// without one.
template <class T, class Exchange>
__device__ void merge_in_tile(T* tile, std::size_t begin, std::size_t n, int first_stride, std::size_t run,
                              Exchange exchange) {
  // TODO: As in bitonic_kernel. Pairs are counted in the tile; `n` counts from the beginning of the array.
  for (int stride = first_stride; stride > 0; stride /= 2) {
    __syncthreads();
    const int low = low_of_pair(threadIdx.x, stride);
    const int high = stride == run / 2 ? mirror_of(low, run) : low + stride;
    if (begin + high < n) exchange(tile[low], tile[high]);
  }
  // END TODO
}

/// Merges to runs of first_run, 2 · first_run, … last_run elements, as far as the steps lie in one tile: from
/// 2 to the size of a tile this sorts each tile.
template <class T, class Exchange>
__global__ void tiles_kernel(const T* in, T* out, std::size_t n, std::size_t first_run, std::size_t last_run,
                             Exchange exchange) {
  __shared__ T tile[Tuning::max_row];
  const int tile_size = 2 * blockDim.x;
  const std::size_t begin = std::size_t(blockIdx.x) * tile_size;
  for (int i = threadIdx.x; i < tile_size && begin + i < n; i += blockDim.x) tile[i] = in[begin + i];
  // TODO: For each run: merge_in_tile, from the largest stride that fits the run and the tile. Then store the
  // tile, as far as there are elements.
  for (std::size_t run = first_run; run <= last_run; run *= 2)
    merge_in_tile(tile, begin, n, int(min(run, std::size_t(tile_size)) / 2), run, exchange);
  __syncthreads();
  for (int i = threadIdx.x; i < tile_size && begin + i < n; i += blockDim.x) out[begin + i] = tile[i];
  // END TODO
}

/// One step of a merge of `run` elements, in global memory: a thread for each pair.
template <class T, class Exchange>
__global__ void step_kernel(T* data, std::size_t n, std::size_t stride, std::size_t run, Exchange exchange) {
  // TODO: As in merge_in_tile, with pairs counted over the whole array.
  const std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t low = low_of_pair(t, stride);
  const std::size_t high = stride == run / 2 ? mirror_of(low, run) : low + stride;
  if (high < n) exchange(data[low], data[high]);
  // END TODO
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T highest, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tile = 2 * block_threads, size = std::bit_ceil(n);
  const int blocks = div_up(n, tile);
  tiles_kernel<<<blocks, block_threads, 0, stream>>>(in, out, n, 2, tile, exchange);
  WARPGRADE_CHECK_LAUNCH();
  // TODO: Merge to runs of 2 · tile, … size elements. Strides of a tile and more: step_kernel. The rest:
  // tiles_kernel.
  for (std::size_t run = 2 * tile; run <= size; run *= 2) {
    for (std::size_t stride = run / 2; stride >= tile; stride /= 2) {
      step_kernel<<<div_up(size / 2, block_threads), block_threads, 0, stream>>>(out, n, stride, run,
                                                                                 exchange);
      WARPGRADE_CHECK_LAUNCH();
    }
    tiles_kernel<<<blocks, block_threads, 0, stream>>>(out, out, n, run, run, exchange);
    WARPGRADE_CHECK_LAUNCH();
  }
  // END TODO
}

}  // namespace sorting_networks
