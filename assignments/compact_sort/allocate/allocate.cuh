// Allocate: each of n inputs asks for some slots of the output, and gets them side by side.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

#include "clip.cuh"

namespace allocate {

// Both: the slots of input 0 come first, then those of input 1, and so on, without gaps; *total = how many
// slots there are. out has room for all of them and does not overlap in; n and the total are below 2^32. in,
// out and total are device pointers, in is not changed. *total must be set for n = 0 too. The result is
// complete when the work on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.
//
// The addresses are the exclusive scan of what the inputs ask for (Blelloch, Prefix Sums and Their
// Applications, 1990, section 1.5, Allocating Processors).

/// Input i asks for ask.slots(in[i]) slots, 0 to 100; the j-th of them becomes ask.slot(in[i], j).
template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream);

/// Triangle i is clipped against the window, and asks for a slot for each triangle that is left of it, 0 to
/// 5: those of clip() in clip.cuh, in the order of fan_triangle().
void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total, Rectangle window,
                    cudaStream_t stream);

}  // namespace allocate
