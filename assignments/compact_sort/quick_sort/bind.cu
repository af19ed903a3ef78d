// How the runner calls the tasks of this exercise.
#include "kit/bind.cuh"
#include "quick_sort.cu"  // the submission; the build says in which folder
#include "quick_sort.cuh"
#include "types.cuh"

using quick_sort::Segment;

WARPGRADE_TASK(partition) {
  using Key = std::int32_t;
  quick_sort::partition(args.in<Key>(0), args.out<Key>(0), args.out<std::uint32_t>(1), int(args.n),
                        args.stream);
}
WARPGRADE_TASK(partition_segments) {
  using Key = std::int32_t;
  quick_sort::partition_segments(args.in<Key>(0), args.in<Segment>(1), args.out<Key>(0), args.out<Segment>(1),
                                 args.n, args.stream);
}
WARPGRADE_TASK(sort) {
  quick_sort_types::with_key(args.op, [&](auto key) {
    using Key = decltype(key);
    quick_sort::sort(args.in<Key>(0), args.out<Key>(0), args.n, args.stream);
  });
}
