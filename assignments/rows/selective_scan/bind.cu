// How the runner calls the tasks of this exercise.
#include "kit/bind_operator.cuh"
#include "selective_scan.cu"  // the submission; the build says in which folder
#include "selective_scan.cuh"
#include "types.cuh"

namespace {

/// Calls entry(in, out, rows, columns, pitch, identity, op, stream).
template <class Types, class Entry>
void with_rows(Types types, const warpgrade::kit::Arguments& args, Entry entry) {
  warpgrade::kit::call_with_operator(
      types, args, [&](auto* in, auto* out, std::size_t, auto identity, auto op, cudaStream_t stream) {
        entry(in, out, int(args.parameter("rows")), int(args.parameter("columns")),
              std::size_t(args.parameter("pitch")), identity, op, stream);
      });
}

}  // namespace

WARPGRADE_TASK(one_block) {
  with_rows(selective_scan_types::one_block(), args, [](auto... a) { selective_scan::one_block(a...); });
}
WARPGRADE_TASK(chunks) {
  with_rows(selective_scan_types::chunks(), args, [](auto... a) { selective_scan::chunks(a...); });
}
WARPGRADE_TASK(selective) {
  ::selective_scan::selective(args.in<float>(0), args.in<float>(1), args.in<float>(2), args.in<float>(3),
                              args.in<float>(4), args.out<float>(0), int(args.parameter("rows")),
                              int(args.parameter("columns")), args.stream);
}
