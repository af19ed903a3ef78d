// Histogram by sorting: equal values become neighbours, and each run of them is a bin.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

namespace histogram_by_sort {

// All pointers are on the device. The inputs are not changed, and no array overlaps another. The outputs hold
// garbage before the call. The result is complete when the work on `stream` is. Scratch memory:
// cudaMallocAsync / cudaFreeAsync on `stream`. n < 2^32.

/// Any n. A run is a stretch of equal neighbours, as long as it can be. Run r consists of counts[r] elements
/// of the value values[r]; the runs come in their order in `in`, which need not be sorted. *runs: how many
/// there are, 0 for n = 0. values and counts have room for n runs; what lies behind *runs is left as it is,
/// or not: nobody looks.
template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream);

/// Any n, any bin_count. bins[b]: how many values are b, for each b in [0, bin_count). Larger values are
/// ignored. Set all of bins, for n = 0 too. sort(from, to, n, stream) is given: it brings n values into
/// ascending order, from one array into another one on the device, as a library would.
template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream);

}  // namespace histogram_by_sort
