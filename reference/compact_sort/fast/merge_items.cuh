// A thread's part of a sort by merging, whose tile lies in shared memory: it takes some items to registers,
// sorted or merged, and puts them back when all threads have read theirs (used by merge_rounds.cuh).
#pragma once

#include "merge_sort.cuh"

namespace merge_sort {

/// Loads a tile of n items; item i is number from(i) of the list. Neighbours load neighbours, and all loads
/// of a thread are in flight before it stores the first one.
template <int items, int threads, class Key, class From>
__device__ void load(const Key* from_keys, const Value* from_values, int n, From from, Key* keys,
                     Value* values) {
  Key my_keys[items];
  Value my_values[items];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = k * threads + threadIdx.x;
    if (i < n) my_keys[k] = from_keys[from(i)], my_values[k] = from_values[from(i)];
  }
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = k * threads + threadIdx.x;
    if (i < n) keys[i] = my_keys[k], values[i] = my_values[k];
  }
}

/// Sorts the first `count` items by odd-even transposition: only neighbours are swapped, so it is stable.
template <bool all, int items, class Key, class Less>
__device__ void sort_in_registers(Key (&keys)[items], Value (&values)[items], int count, Less less) {
#pragma unroll
  for (int round = 0; round < items; ++round) {
#pragma unroll
    for (int i = round % 2; i + 1 < items; i += 2) {
      if ((all || i + 1 < count) && less(keys[i + 1], keys[i])) {
        const Key key = keys[i];
        const Value value = values[i];
        keys[i] = keys[i + 1], values[i] = values[i + 1];
        keys[i + 1] = key, values[i + 1] = value;
      }
    }
  }
}

/// Merge path: of the sorted parts [begin, middle) and [middle, end) of a tile, merged, the thread takes
/// those from item `first` of the result on, which exists. Behind the last item it takes anything, and
/// compares nothing.
template <int items, class Key, class Less>
__device__ void merge_to_registers(const Key* keys, const Value* values, int begin, int middle, int end,
                                   int first, Key (&to_keys)[items], Value (&to_values)[items], Less less) {
  // Search along the diagonal: how many of the first `first` items come from the left part?
  int low = max(0, first - (end - middle)), high = min(first, middle - begin);
  while (low < high) {
    const int half = (low + high) / 2;
    if (!less(keys[middle + first - half - 1], keys[begin + half]))
      low = half + 1;
    else
      high = half;
  }
  int i = begin + low, j = middle + first - low;
  Key a = keys[min(i, end - 1)], b = keys[min(j, end - 1)];  // the next item of each part
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const bool from_a = j >= end || (i < middle && !less(b, a));
    const int from = from_a ? i : j;
    to_keys[k] = from_a ? a : b;
    to_values[k] = values[min(from, end - 1)];
    const Key next = keys[min(from + 1, end - 1)];
    if (from_a)
      a = next, ++i;
    else
      b = next, ++j;
  }
}

/// The thread's items to places first, first + 1, … of the tile, as far as `end`.
template <int items, class Key>
__device__ void put(const Key (&from_keys)[items], const Value (&from_values)[items], Key* keys,
                    Value* values, int first, int end) {
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k < end) {
      keys[first + k] = from_keys[k];
      values[first + k] = from_values[k];
    }
}

}  // namespace merge_sort
