// Segmented scan: the scan of each segment of an array, all segments at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

namespace segmented_scan {

// heads[i] is 1 where a segment begins, else 0. Element 0 begins one whatever its flag says. With s the
// beginning of i's segment:
// inclusive: out[i] = in[s] op … op in[i]; exclusive: out[i] = in[s] op … op in[i-1], out[s] = identity.
// op is associative and need not be commutative. in, heads and out are device pointers to n elements that do
// not overlap; in and heads are not changed. The result is complete when the work on `stream` is. Scratch
// memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// One block, n <= 1024, inclusive: a scan of pairs (flag, value) (Schwartz, 1980; Blelloch, 1990).
template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream);

/// Any n, inclusive, device-wide (Sengupta, Harris, Zhang & Owens, 2007).
template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream);

/// Any n, exclusive, device-wide.
template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream);

}  // namespace segmented_scan
