// Reduce: combine n elements into one with an associative operator.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace reduce {

// All: *out = in[0] op in[1] op … op in[n-1]; *out = identity for n = 0. op is associative. in and out are
// device pointers, in is not changed. The result is complete when the work on `stream` is.
// Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// One block, n <= 2048. A tree with strides 1, 2, 4, … over a copy of the input in global memory (the
/// divergent first version). Keeps the order of the elements: op need not be commutative.
template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream);

/// Any n, op commutative. Two launches: each block reduces its part in global memory with halving strides to
/// one partial result; one block reduces the partial results.
template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

/// Any n, op commutative. Each block reduces one tile in shared memory to one partial result; further
/// launches reduce the partial results until one is left.
template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

/// Any n, op commutative. Several elements a thread before the tree, warp shuffles at its end.
template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

/// Any n, op commutative; op may round, so that it is only nearly associative. The result has the same bits
/// in whichever order threads and blocks run, and however many multiprocessors the device has: n alone
/// decides what is combined with what.
template <class T, class Op>
void reproducible(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

}  // namespace reduce
