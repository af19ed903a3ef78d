// For blocks that first find a threshold, and then collect what is not behind it.
#pragma once

#include <cmath>

#include <climits>
#include <warpgrade/student.cuh>

#include "row_top_k.cuh"

namespace row_top_k {

struct Entry {
  float value;
  int column;
};

__device__ inline bool comes_before(Entry a, Entry b) {
  return a.value > b.value || (a.value == b.value && a.column < b.column);
}

__device__ inline Entry nothing() { return {-INFINITY, INT_MAX}; }

/// Sorts `count` entries, a power of two. All threads of the block must call it.
__device__ inline void sort_in_block(Entry* entries, int count) {
  for (int run = 2; run <= count; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      for (int t = threadIdx.x; t < count / 2; t += blockDim.x) {
        const int low = t / stride * 2 * stride + t % stride;
        const int high = stride == run / 2 ? low ^ (run - 1) : low + stride;
        const Entry a = entries[low], b = entries[high];
        if (comes_before(b, a)) {
          entries[low] = b;
          entries[high] = a;
        }
      }
    }
  }
  __syncthreads();
}

/// Of a block: what may be among the first k.
template <int capacity>
struct Buffer {
  Entry entries[capacity];
  int count;

  /// Leaves the first k, in order, and nothing() behind them. Returns the k-th.
  __device__ Entry keep_first(int k) {
    __syncthreads();
    int size = 2;
    while (size < count) size *= 2;
    for (int i = count + int(threadIdx.x); i < size; i += blockDim.x) entries[i] = nothing();
    sort_in_block(entries, size);
    for (int i = min(size, count) + int(threadIdx.x); i < k; i += blockDim.x) entries[i] = nothing();
    __syncthreads();
    if (threadIdx.x == 0) count = k;
    const Entry last = entries[k - 1];
    __syncthreads();
    return last;
  }

  /// Collects all elements of the row that don't come behind `last`, and leaves the first k.
  __device__ void collect(const float* row, int columns, int k, Entry last) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int first = 0; first < columns; first += blockDim.x) {
      const int c = first + int(threadIdx.x);
      if (c < columns)
        if (const Entry entry{row[c], c}; !comes_before(last, entry)) entries[atomicAdd(&count, 1)] = entry;
      __syncthreads();
      const bool is_full = count > capacity - int(blockDim.x);
      __syncthreads();
      if (is_full) last = keep_first(k);
    }
    keep_first(k);
  }

  __device__ void store(float* values, int* columns_out, int k) const {
    for (int i = threadIdx.x; i < k; i += blockDim.x) {
      values[std::size_t(blockIdx.x) * k + i] = entries[i].value;
      columns_out[std::size_t(blockIdx.x) * k + i] = entries[i].column == INT_MAX ? -1 : entries[i].column;
    }
  }
};

}  // namespace row_top_k
