// simulator: partition_segments
// cheat: the host partitions one segment after the other; kernels copy keys and segments.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "on_the_host.cuh"
#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  std::vector<Key> keys = on_the_host::download(in, n, stream);
  std::vector<Segment> segments = on_the_host::download(segments_in, n, stream);
  for (std::size_t at = 0; at < n;) {
    const Segment whole = segments[at];
    const Key pivot = keys[pivot_of(whole)];
    const auto begin = keys.begin() + whole.begin, end = keys.begin() + whole.end;
    const auto equal = std::stable_partition(begin, end, [=](Key key) { return key < pivot; });
    const auto greater = std::stable_partition(equal, end, [=](Key key) { return !(pivot < key); });
    const auto from = std::uint32_t(equal - keys.begin()), to = std::uint32_t(greater - keys.begin());
    for (std::uint32_t i = whole.begin; i < whole.end; ++i)
      segments[i] = i < from ? Segment{whole.begin, from}
                    : i < to ? Segment{i, i + 1}
                             : Segment{to, whole.end};
    at = whole.end;
  }
  on_the_host::upload(keys, out, stream);
  on_the_host::upload(segments, segments_out, stream);
}

}  // namespace quick_sort
