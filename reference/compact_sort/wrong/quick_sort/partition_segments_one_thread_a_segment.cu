#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

/// 0: less than the pivot, 1: equal, 2: greater.
template <class Key>
__device__ int kind_of(Key key, Key pivot) {
  return key < pivot ? 0 : pivot < key ? 2 : 1;
}

template <class Key>
__global__ void segment_kernel(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                               std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Segment segment = segments_in[i];
  if (segment.begin != i) return;
  const Key pivot = in[pivot_of(segment)];
  std::uint32_t place = segment.begin, ends[3];
  for (int kind = 0; kind < 3; ++kind) {
    for (std::uint32_t k = segment.begin; k < segment.end; ++k)
      if (kind_of(in[k], pivot) == kind) out[place++] = in[k];
    ends[kind] = place;
  }
  for (std::uint32_t k = segment.begin; k < segment.end; ++k)
    segments_out[k] = k < ends[0]   ? Segment{segment.begin, ends[0]}
                      : k < ends[1] ? Segment{k, k + 1}
                                    : Segment{ends[1], segment.end};
}

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  segment_kernel<<<unsigned((n + 255) / 256), 256, 0, stream>>>(in, segments_in, out, segments_out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace quick_sort
