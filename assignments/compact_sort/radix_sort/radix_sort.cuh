// Radix sort: order keys digit by digit, the lowest digit first, each time without changing the order of
// equals. Radix select: find the greatest keys, the highest digit first.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

namespace radix_sort {

// All pointers are on the device. The inputs are not changed, and no array overlaps another. The result is
// complete when the work on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// One block, n <= 1024. Keys whose bit number `bit` is 0 come first, then those where it is 1; within each
/// of the two groups the order stays as it is in `in` (Blelloch, 1990).
void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream);

/// One block, n <= 1024. Sorts, four bits in each pass.
void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream);

// Keys are u32, i32, u64 or f32. Floats come in the order of IEEE 754's totalOrder: NaNs with their sign set,
// -infinity, …, -0, +0, …, +infinity, NaNs without sign. Keys come out bit by bit as they went in. n < 2^32.

/// Any n: sorts the keys.
template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream);

/// Any n: sorts the keys, and each value moves with its key. Stable: the values of equal keys keep their
/// order.
template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream);

/// Any n, 0 <= k <= n: out = the k greatest keys, in the order in which they stand in `in`. Of keys that
/// equal the k-th greatest, the first ones: as many as are missing to k (radix select: Alabi, Blanchard,
/// Gordon & Steinbach, Fast k-Selection Algorithms for Graphics Processing Units, 2012).
template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream);

}  // namespace radix_sort
