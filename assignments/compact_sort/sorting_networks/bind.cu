// How the runner calls the tasks of this exercise.
#include <cstdint>
#include <type_traits>

#include <warpgrade/cuda_check.cuh>

#include "elements.cuh"
#include "kit/bind.cuh"
#include "sorting_networks.cu"  // the submission; the build says in which folder
#include "sorting_networks.cuh"

namespace {

using Counts = std::uint32_t;  // exchanges, one for each row

/// Counts the exchanges of each row.
struct ExchangeCounted {
  sorting_networks::ExchangeNumbers<std::int32_t> exchange;
  Counts* counts;

  WARPGRADE_INLINED __device__ void operator()(std::int32_t& low, std::int32_t& high) const {
    const std::int32_t a = low, b = high;
    atomicAdd(&counts[sorting_networks::CountedRow::of(a < b ? a : b)], 1u);  // the other one may fill up
    exchange(low, high);
  }
};

/// Without any exchange the output stays as it was: a task that does nothing has not been started.
__global__ void publish(const Counts* counts, Counts* out, int rows) {
  Counts all = 0;
  for (int row = 0; row < rows; ++row) all += counts[row];
  for (int row = 0; row < rows && all > 0; ++row) out[row] = counts[row];
}

/// Calls network(exchange), whose exchanges go to output 1.
template <class Network>
void count_exchanges(const warpgrade::kit::Arguments& args,
                     sorting_networks::ExchangeNumbers<std::int32_t> exchange, Network network) {
  constexpr std::size_t bytes = (sorting_networks::CountedRow::most + 1) * sizeof(Counts);
  Counts* counts = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, bytes, args.stream));
  WARPGRADE_CHECK(cudaMemsetAsync(counts, 0, bytes, args.stream));
  network(ExchangeCounted{exchange, counts});
  publish<<<1, 1, 0, args.stream>>>(counts, args.out<Counts>(1), static_cast<int>(args.parameter("rows")));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(counts, args.stream));
}

/// Calls network(in, out, rows, n, highest, exchange, stream) with the case's compare-exchange.
template <class Network>
void sort_rows(const warpgrade::kit::Arguments& args, Network network) {
  sorting_networks::with_exchange(args.op, [&](auto exchange, auto highest) {
    using T = decltype(highest);
    const auto call = [&](auto with) {
      network(args.in<T>(0), args.out<T>(0), static_cast<int>(args.parameter("rows")),
              static_cast<int>(args.n), highest, with, args.stream);
    };
    if constexpr (std::is_same_v<T, std::int32_t>)
      if (sorting_networks::is_counted(args.op)) return count_exchanges(args, exchange, call);
    call(exchange);
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
