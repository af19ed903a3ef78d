// Merge sort: stable, by any order, keys with values.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

namespace merge_sort {

using Value = std::uint32_t;

/// n keys on the device, each with a value that goes where its key goes. Not to be changed.
template <class Key>
struct List {
  const Key* keys;
  const Value* values;
  std::size_t n;
};

// less(x, y): must x stand before y? A strict weak order; if neither must, x and y are equal, and keep their
// order: of equal keys those of `a` come before those of `b`, and those of one list in the order that they
// have there. The result goes to keys[0..n) and values[0..n), which overlap no list, and is complete when the
// work on `stream` is. Lists may be empty. Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// Merges two sorted lists of any length: each element finds its own place by binary search in the other
/// list.
template <class Key, class Less>
void merge_lists(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream);

/// One block, n <= 1024: sorts a list in shared memory.
template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream);

/// Merges two sorted lists of any length: each block and each thread finds its part of both by a search along
/// a diagonal, and merges it one element after the other (Odeh, Green, Mwassi, Shmueli & Birk, 2012).
template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream);

/// Sorts a list of any length: tiles by block_sort, then rounds of merges by merge_path.
template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream);

}  // namespace merge_sort
