// How the runner calls the tasks of this exercise.
#include "histogram_by_sort.cu"  // the submission; the build says in which folder
#include "histogram_by_sort.cuh"
#include "kit/bind.cuh"
#include "types.cuh"

WARPGRADE_TASK(run_lengths) {
  histogram_by_sort_types::with_element(args.op, [&](auto element) {
    using T = decltype(element);
    histogram_by_sort::run_lengths(args.in<T>(0), args.n, args.out<T>(0), args.out<std::uint32_t>(1),
                                   args.out<std::uint32_t>(2), args.stream);
  });
}
WARPGRADE_TASK(histogram) {
  histogram_by_sort::histogram(args.in<std::uint32_t>(0), args.n, args.out<std::uint32_t>(0),
                               int(args.parameter("bins")), args.sort, args.stream);
}
