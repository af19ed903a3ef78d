// Right in another style: partitions by a scan of each kind, and a sort that asks each round whether a
// segment of several different keys is left.
#include <utility>

#include "partitions_of_each_kind.cuh"

namespace quick_sort {

static __global__ void one_segment(Segment* segments, unsigned n) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) segments[i] = {0, n};
}

/// Is a key less than the one before it, or in a segment with a different key?
template <class Key>
__global__ void look(const Key* keys, const Segment* segments, unsigned n, unsigned* unsorted) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  const bool is_first = i >= n || i == segments[i].begin;
  if (!is_first && (keys[i] < keys[i - 1] || keys[i - 1] < keys[i])) atomicOr(unsorted, 1u);
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Key* keys = nullptr;
  Segment* segments = nullptr;
  unsigned *unsorted = nullptr, go_on = 1;
  WARPGRADE_CHECK(cudaMallocAsync(&keys, 2 * n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&segments, 2 * n * sizeof(Segment), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&unsorted, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(keys, in, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  one_segment<<<blocks_for(n), kThreads, 0, stream>>>(segments, unsigned(n));
  WARPGRADE_CHECK_LAUNCH();
  std::size_t from = 0, to = n;
  while (true) {
    WARPGRADE_CHECK(cudaMemsetAsync(unsorted, 0, sizeof(unsigned), stream));
    look<<<blocks_for(n), kThreads, 0, stream>>>(keys + from, segments + from, unsigned(n), unsorted);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaMemcpyAsync(&go_on, unsorted, sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
    if (go_on == 0) break;
    partition_segments(keys + from, segments + from, keys + to, segments + to, n, stream);
    std::swap(from, to);
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(out, keys + from, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(segments, stream));
  WARPGRADE_CHECK(cudaFreeAsync(unsorted, stream));
}

}  // namespace quick_sort
