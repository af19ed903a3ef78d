// simulator: thread_per_row
// cheat: defines WARPGRADE_TASK anew, so that the exercise's binding registers a function of this
//   file's: it sees the case's name and parameters, and the host does the work.
// stopped by: that header is not for submissions
#include "kit/bind.cuh"
#include "on_the_host.cuh"
#include "spmv.cuh"

namespace spmv {

inline void mine(const warpgrade::kit::Arguments& args) {
  const std::size_t rows = args.n, elements = std::size_t(args.parameter("elements"));
  const auto offsets = on_the_host::download(args.in<unsigned>(0), rows + 1, args.stream);
  const auto columns = on_the_host::download(args.in<unsigned>(1), elements, args.stream);
  const auto values = on_the_host::download(args.in<float>(2), elements, args.stream);
  unsigned most = 0;
  for (unsigned column : columns) most = column >= most ? column + 1 : most;
  const auto x = on_the_host::download(args.in<float>(3), most, args.stream);
  std::vector<float> sums(rows);
  for (std::size_t row = 0; row < rows; ++row)
    for (unsigned e = offsets[row]; e < offsets[row + 1]; ++e) sums[row] += values[e] * x[columns[e]];
  on_the_host::upload(sums, args.out<float>(0), args.stream);
}

}  // namespace spmv

#undef WARPGRADE_TASK
#define WARPGRADE_TASK(task)                                                                      \
  static const ::warpgrade::kit::TaskRegistration task##_is_mine(#task, &::spmv::mine, __FILE__); \
  template <class>                                                                                \
  void task##_unused([[maybe_unused]] const ::warpgrade::kit::Arguments& args)
