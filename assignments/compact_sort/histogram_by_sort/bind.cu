// How the runner calls the tasks of this exercise.
#include <algorithm>
#include <vector>

#include <warpgrade/cuda_check.cuh>

#include "histogram_by_sort.cu"  // the submission; the build says in which folder
#include "histogram_by_sort.cuh"
#include "kit/bind.cuh"
#include "types.cuh"

namespace {

/// The sort that the task `histogram` is given. It works on the host: nothing here is timed, and there is no
/// kernel in it that another exercise asks for.
struct SortOnHost {
  void operator()(const std::uint32_t* from, std::uint32_t* to, std::size_t n, cudaStream_t stream) const {
    std::vector<std::uint32_t> values(n);
    const std::size_t bytes = n * sizeof(std::uint32_t);
    WARPGRADE_CHECK(cudaMemcpyAsync(values.data(), from, bytes, cudaMemcpyDeviceToHost, stream));
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
    std::sort(values.begin(), values.end());
    WARPGRADE_CHECK(cudaMemcpyAsync(to, values.data(), bytes, cudaMemcpyHostToDevice, stream));
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  }
};

}  // namespace

WARPGRADE_TASK(run_lengths) {
  histogram_by_sort_types::with_element(args.op, [&](auto element) {
    using T = decltype(element);
    histogram_by_sort::run_lengths(args.in<T>(0), args.n, args.out<T>(0), args.out<std::uint32_t>(1),
                                   args.out<std::uint32_t>(2), args.stream);
  });
}
WARPGRADE_TASK(histogram) {
  histogram_by_sort::histogram(args.in<std::uint32_t>(0), args.n, args.out<std::uint32_t>(0),
                               int(args.parameter("bins")), SortOnHost(), args.stream);
}
