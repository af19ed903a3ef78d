// Sorting networks: a fixed sequence of compare-exchanges that sorts every input.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace sorting_networks {

// exchange(low, high) takes two elements by reference and puts the one that belongs first into low, the other
// into high. It is the only way to compare: which pair comes next can't depend on the data. `highest` is an
// element that belongs behind all others, to fill up with; exchanging with it costs nothing. in and out are
// device pointers that do not overlap; in is not changed. The result is complete when the work on `stream`
// is. Any n, not only powers of two; n may be 0.

/// One block a row, n <= 2048: sorts each of `rows` rows; row r is in[r·n .. (r+1)·n), and becomes the same
/// part of out. Odd-even transposition: n steps, in which neighbours are exchanged (Habermann, 1972).
template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream);

/// The same by bitonic merges: log2 n (log2 n + 1) / 2 steps (Batcher, 1968).
template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream);

/// The same by odd-even merges: as many steps, fewer comparators (Batcher, 1968).
template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream);

/// One array of any n over many blocks, by bitonic merges. Blocks have block_threads threads, a power of two
/// from 1 to 1024.
template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T highest, Exchange exchange,
                    cudaStream_t stream);

}  // namespace sorting_networks
