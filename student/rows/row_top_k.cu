// Row top k: the greatest elements of each row, and where they stand.
//
// Given:      a matrix of floats on the device: row r begins at in + r * pitch; rows and columns may be 0.
// Guarantees: no element is NaN, some may be infinite. 1 <= k <= 64.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/rows/row_top_k/README.md
#include <algorithm>
#include <cmath>

#include <climits>
#include <warpgrade/student.cuh>

#include "row_top_k.cuh"

namespace row_top_k {

struct Tuning {
  static constexpr int max_warps = 32;          // of a block. Each row has one block
  static constexpr int columns_per_warp = 512;  // a row of more columns gets more warps
  static constexpr int list = 64;               // entries of a list: the largest k, and a power of two
};

/// An element and where it stands.
struct Entry {
  float value;
  int column;
};

using warpgrade::div_up;
/// The threads of a block, for a row of so many columns.
inline int threads_for(int columns) {
  return 32 * std::clamp(int(div_up(columns, Tuning::columns_per_warp)), 1, Tuning::max_warps);
}

// ==== arg_max: a reduction of pairs ====================================================================
// An entry is a value and a column. With an order that no two elements share a place in, "the first of two"
// is associative and commutative, and a tree may combine entries in any order. Its identity comes behind all
// elements.

/// Does a come before b?
__device__ bool comes_before(Entry a, Entry b) {
  bool is_first = false;
  // TODO: The greater value comes first, of equal ones the lower column.
  // END TODO
  return is_first;
}

/// What a thread has that has seen no element.
__device__ Entry nothing() {
  Entry entry{0, 0};
  // TODO: An entry that comes behind every element, also behind one that is −∞.
  // END TODO
  return entry;
}

/// The first of a warp's 32 entries, for lane 0. All lanes must call it.
__device__ Entry first_of_warp(Entry entry) {
  // TODO: Halving strides: warpgrade::shfl_down(entry, delta) is the entry of the lane `delta` above.
  // END TODO
  return entry;
}

/// Block r finds the first element of row r.
__global__ void arg_max_kernel(const float* in, float* value, int* column, int columns, std::size_t pitch) {
  __shared__ Entry of_warps[Tuning::max_warps];
  const float* row = in + blockIdx.x * pitch;
  // TODO: Each thread goes over its own elements, a whole block apart. Then the first of each warp, into
  // shared memory, and the first of those. A row without an element gets −∞ and -1.
  // END TODO
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  arg_max_kernel<<<rows, threads_for(columns), 0, stream>>>(in, value, column, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== top_k: a sorted list for each warp, and a queue before it ========================================
// Each warp keeps the first 64 entries that it has seen, in order. An element that comes before the k-th of
// them waits in the warp's queue. When more than 32 wait, the queue is sorted and merged into the list: the
// next round may bring 32. In the end the lists of all warps are merged, two by two.

/// What a warp has in shared memory.
struct WarpLists {
  Entry list[Tuning::list];   // in order
  Entry queue[Tuning::list];  // what waits, in no order; nothing() behind it
};

/// Puts the one that comes before the other into a.
__device__ void exchange(Entry& a, Entry& b) {
  if (!comes_before(b, a)) return;
  const Entry first = b;
  b = a;
  a = first;
}

/// The last steps of a bitonic merge, strides `stride`, stride / 2, … 1, on 64 entries. A lane has one pair.
/// All lanes must call it, and no lane leaves before all are done.
__device__ void exchange_strides(Entry* entries, int stride) {
  const int lane = threadIdx.x % 32;
  for (; stride > 0; stride /= 2) {
    const int low = lane / stride * 2 * stride + lane % stride;
    exchange(entries[low], entries[low + stride]);
    __syncwarp();
  }
}

/// Sorts 64 entries. All lanes must call it.
__device__ void sort(Entry* entries) {
  // TODO: The bitonic network of compact_sort/sorting_networks: merges to runs of 2, 4, … 64. The first step
  // of each has pairs that mirror each other; exchange_strides does the others.
  // END TODO
}

/// Of two lists in order, the first 64 entries, in order, to `list`. All lanes must call it.
__device__ void merge(Entry* list, const Entry* other) {
  // TODO: The first step mirrors, and keeps only what comes first: list[i] meets other[63 - i]. Then
  // exchange_strides.
  // END TODO
}

/// Takes what waits into the list, and empties the queue. All lanes must call it.
__device__ void take_in(WarpLists& mine) {
  __syncwarp();  // all that waits is there
  sort(mine.queue);
  merge(mine.list, mine.queue);
  for (int i = threadIdx.x % 32; i < Tuning::list; i += 32) mine.queue[i] = nothing();
  __syncwarp();
}

/// Block r finds the first k elements of row r.
__global__ void top_k_kernel(const float* in, float* values, int* columns_out, int columns, std::size_t pitch,
                             int k) {
  extern __shared__ WarpLists of_warps[];  // one for each warp of the block
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const float* row = in + blockIdx.x * pitch;
  WarpLists& mine = of_warps[warp];
  for (int i = lane; i < Tuning::list; i += 32) mine.list[i] = mine.queue[i] = nothing();
  __syncwarp();

  // TODO: The warp goes over its elements, 32 at a time. __ballot_sync tells which of them come before the
  // k-th of the list; __popc of the bits below its own tells each where in the queue it waits. When the next
  // 32 may find no room: take_in. And once more in the end.
  // END TODO

  // TODO: Merge the lists of all warps into that of warp 0, in a tree. Of `left` lists, any number, a round
  // leaves half = (left + 1) / 2: warp w < half takes in list w + half, if w + half < left. __syncthreads()
  // before each round, for all warps. Warp 0 writes the first k entries; nothing() is written as −∞ and -1.
  // END TODO
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  const int threads = threads_for(columns);
  top_k_kernel<<<rows, threads, threads / 32 * sizeof(WarpLists), stream>>>(in, values, columns_out, columns,
                                                                            pitch, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace row_top_k
