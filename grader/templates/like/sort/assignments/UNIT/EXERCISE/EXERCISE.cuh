// EXERCISE: keys in ascending order.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace EXERCISE {

// in and out are device pointers to n keys that do not overlap; in is not changed. Keys have the operator <.
// The result is complete when the work on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on
// `stream`.

// AUTHOR: what the task computes
/// Any n. out has the keys of in, none before a smaller one.
template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream);

}  // namespace EXERCISE
