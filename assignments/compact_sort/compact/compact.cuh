// Compact: of n elements keep some, dense and in their order.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace compact {

// All: out = the kept elements of in, one after the other, in the order of in (stable); *count = how many
// they are. out has room for n elements and does not overlap in; what lies behind the first *count elements
// after the call does not matter. in, out and count are device pointers, in is not changed. Any n below 2^32;
// *count must be set for n = 0 too. The result is complete when the work on `stream` is. Scratch memory:
// cudaMallocAsync / cudaFreeAsync on `stream`.
//
// flags_scan_scatter and fused keep the elements for which keep(x) is true. keep is a predicate: bool keep(T
// x) on the device.

/// Count what each block keeps, scan the counts, scatter: three launches (Harris, Sengupta & Owens, Parallel
/// Prefix Sum (Scan) with CUDA, GPU Gems 3, 2007, section 39.3.1).
template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream);

/// Of each run of neighbours that are the same, keeps the first: in[0], and each in[i] for which
/// same(in[i - 1], in[i]) is false. same is an equivalence relation: bool same(T a, T b) on the device. Ask
/// it about neighbours of `in` only.
template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream);

/// One pass: each element is read once, and its flag and address stay in registers and shared memory. Tiles
/// learn by look-back how many elements were kept before them (Merrill & Garland, Single-pass Parallel Prefix
/// Scan with Decoupled Look-back, 2016).
template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream);

}  // namespace compact
