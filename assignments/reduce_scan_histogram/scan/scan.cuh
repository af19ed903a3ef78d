// Scan (prefix sum): all partial results of an associative operator.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace scan {

// inclusive: out[i] = in[0] op … op in[i]; exclusive: out[i] = in[0] op … op in[i-1], out[0] = identity.
// op is associative and need not be commutative. in and out are device pointers to n elements that do not
// overlap; in is not changed. The result is complete when the work on `stream` is.
// Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// One block, n <= 1024, inclusive: doubling strides in one shared array (Hillis & Steele, 1986).
template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream);

/// One block, n <= 1024, inclusive: the same with two shared arrays that change roles each step.
template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream);

/// One block, n <= 2048, exclusive, work-efficient: up-sweep and down-sweep (Blelloch, 1990).
template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream);

/// Any n, inclusive, device-wide.
template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

/// Any n, exclusive, device-wide.
template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

/// Any n, device-wide, from the right: out[i] = in[i] op … op in[n-1]. The operands keep the array's order.
template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream);

}  // namespace scan
