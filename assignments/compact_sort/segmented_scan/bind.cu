// How the runner calls the tasks of this exercise.
#include "kit/bind_operator.cuh"
#include "segmented_scan.cu"  // the submission; the build says in which folder
#include "segmented_scan.cuh"
#include "types.cuh"

namespace {

/// Calls entry(in, heads, out, n, identity, op, stream): the flags are the second input.
template <class Types, class Entry>
void with_heads(Types types, const warpgrade::kit::Arguments& args, Entry entry) {
  warpgrade::kit::call_with_operator(
      types, args, [&](auto* in, auto... rest) { entry(in, args.in<std::uint8_t>(1), rest...); });
}

}  // namespace

WARPGRADE_TASK(block_inclusive) {
  with_heads(segmented_scan_types::block_inclusive(), args,
             [](auto... a) { segmented_scan::block_inclusive(a...); });
}
WARPGRADE_TASK(device_inclusive) {
  with_heads(segmented_scan_types::device_inclusive(), args,
             [](auto... a) { segmented_scan::device_inclusive(a...); });
}
WARPGRADE_TASK(device_exclusive) {
  with_heads(segmented_scan_types::device_exclusive(), args,
             [](auto... a) { segmented_scan::device_exclusive(a...); });
}
