// Red-eye removal: sort the pixels of a portrait by how much they look like the middle of a red eye.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

#include "eyes.cuh"

namespace red_eye {

// All pointers are device pointers; inputs are not changed, inputs and outputs don't overlap; outputs hold
// garbage before the call. The result is complete when the work on `stream` is. Scratch memory:
// cudaMallocAsync / cudaFreeAsync on `stream`.

/// Any n, 0 included. Sorts the keys in ascending order, all 32 bits of them, and each position along with
/// its key. Stable: equal keys keep their order. positions[i] may be any number.
///
/// Radix sort: Satish, Harris & Garland, Designing efficient sorting algorithms for manycore GPUs, IPDPS
/// 2009.
void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream);

/// A picture of rows · cols pixels, row by row, each with a score in [-1, 1]; 1 <= count <= rows · cols.
/// best[0..count): the pixels (counted row by row) with the highest scores, as they come last in a stable
/// sort of
///                 all pixels by key_of(score): the best one is the last.
/// out: the picture; each pixel that is_near one of the best is without_red.
void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream);

}  // namespace red_eye
