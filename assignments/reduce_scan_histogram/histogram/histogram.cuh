// Histogram: count how many elements fall into each bin.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace histogram {

// All: bins[b] = number of i in [0, n) with bin_of(in[i]) == b, for each b in [0, bin_count). Elements whose
// bin_of lies outside of [0, bin_count) are ignored. in and bins are device pointers, in is not changed.
// bins holds garbage before the call: set all of it, for n = 0 too. The result is complete when the work on
// `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// Any n, any bin_count. Each thread a contiguous section of the input; atomics on global memory.
template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream);

/// Any n, any bin_count. Neighbouring threads read neighbouring elements; atomics on global memory.
template <class T, class Bin>
void interleaved(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream);

/// Any n, bin_count <= 4096. A private copy of the bins per block in shared memory, then one flush.
template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream);

/// Any n, bin_count <= 4096. Private bins, and one atomic for each run of equal bins that a thread meets.
template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream);

/// Any n, bin_count <= 16. Each thread counts alone, then the counts are reduced: no atomics at all.
template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream);

}  // namespace histogram
