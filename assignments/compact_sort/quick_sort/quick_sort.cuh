// Quicksort without recursion: all segments of the array are partitioned at the same time.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

namespace quick_sort {

/// A part of the array: the elements from `begin` on, up to but not including `end`.
struct Segment {
  std::uint32_t begin, end;
};

/// The index of the pivot of a segment: the middle of it.
constexpr __host__ __device__ std::uint32_t pivot_of(Segment segment) {
  return segment.begin + (segment.end - segment.begin) / 2;
}

// All pointers are on the device. The inputs are not changed, and no array overlaps another. Keys are
// compared with < only. The result is complete when the work on `stream` is. Scratch memory: cudaMallocAsync
// / cudaFreeAsync on `stream`. n < 2^32.

/// One block, n <= 1024. The pivot is the key in the middle, at pivot_of({0, n}). Keys less than the pivot
/// come first, then those equal to it, then the greater ones; within each of the three their order stays.
/// counts[0..3): how many of each; also for n = 0.
template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream);

/// Any n. The same for all segments side by side, each with its own pivot: element i belongs to
/// segments_in[i], and all elements of a segment say the same. segments_out[i]: where the element that is now
/// at i belongs. The less and the greater keys of a segment make a new one each, and every key that is equal
/// to the pivot one of its own.
template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream);

/// Any n. Rounds of partition_segments until each segment holds one key. The pivots are yours to choose.
template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream);

}  // namespace quick_sort
