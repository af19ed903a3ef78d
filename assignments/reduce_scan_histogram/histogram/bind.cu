// How the runner calls this exercise's tasks.
#include "binning.cuh"
#include "histogram.cu"  // the submission; the build says in which folder
#include "histogram.cuh"
#include "kit/bind.cuh"

namespace {

/// Calls entry(in, n, bins, bin_count, bin_of, stream) with the case's binning.
template <class Entry>
void with_case(const warpgrade::kit::Arguments& args, Entry entry) {
  const int bin_count = static_cast<int>(args.parameter("bins"));
  histogram::with_binning(args.op, bin_count, [&](auto bin_of) {
    using T = typename decltype(bin_of)::value_type;
    entry(args.in<T>(0), args.n, args.out<unsigned>(0), bin_count, bin_of, args.stream);
  });
}

}  // namespace

WARPGRADE_TASK(blocked) {
  with_case(args, [](auto... a) { histogram::blocked(a...); });
}
WARPGRADE_TASK(interleaved) {
  with_case(args, [](auto... a) { histogram::interleaved(a...); });
}
WARPGRADE_TASK(privatized) {
  with_case(args, [](auto... a) { histogram::privatized(a...); });
}
WARPGRADE_TASK(aggregated) {
  with_case(args, [](auto... a) { histogram::aggregated(a...); });
}
WARPGRADE_TASK(per_thread) {
  with_case(args, [](auto... a) { histogram::per_thread(a...); });
}
