// How the runner calls the tasks of this exercise.
#include "elements.cuh"
#include "kit/bind.cuh"
#include "sorting_networks.cu"  // the submission; the build says in which folder
#include "sorting_networks.cuh"

namespace {

/// Calls network(in, out, rows, n, highest, exchange, stream) with the case's compare-exchange.
template <class Network>
void sort_rows(const warpgrade::kit::Arguments& args, Network network) {
  sorting_networks::with_exchange(args.op, [&](auto exchange, auto highest) {
    using T = decltype(highest);
    network(args.in<T>(0), args.out<T>(0), static_cast<int>(args.parameter("rows")), static_cast<int>(args.n),
            highest, exchange, args.stream);
  });
}

}  // namespace

WARPGRADE_TASK(brick) {
  sort_rows(args, [](auto... a) { sorting_networks::brick(a...); });
}
WARPGRADE_TASK(bitonic) {
  sort_rows(args, [](auto... a) { sorting_networks::bitonic(a...); });
}
WARPGRADE_TASK(odd_even_merge) {
  sort_rows(args, [](auto... a) { sorting_networks::odd_even_merge(a...); });
}
/// One array a call: each row is one.
WARPGRADE_TASK(bitonic_device) {
  const int block_threads = static_cast<int>(args.parameter("block_threads"));
  const auto each_row = [&](auto in, auto out, int rows, std::size_t n, auto highest, auto exchange,
                            auto stream) {
    for (int row = 0; row < rows; ++row)
      sorting_networks::bitonic_device(in + row * n, out + row * n, n, block_threads, highest, exchange,
                                       stream);
  };
  sort_rows(args, each_row);
}
