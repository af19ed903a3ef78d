// How the runner calls this exercise's tasks.
#include "compact.cu"  // the submission; the build says in which folder
#include "compact.cuh"
#include "kit/bind.cuh"
#include "predicates.cuh"
#include "relations.cuh"

namespace {

/// Calls entry(in, out, n, count, keep, stream) with the case's predicate.
template <class Entry>
void with_case(const warpgrade::kit::Arguments& args, Entry entry) {
  compact::with_predicate(args.op, std::uint32_t(args.parameter("threshold")), [&](auto keep) {
    using T = typename decltype(keep)::value_type;
    entry(args.in<T>(0), args.out<T>(1), args.n, args.out<unsigned>(0), keep, args.stream);
  });
}

/// Calls entry(in, out, n, count, same, stream) with the case's relation.
template <class Entry>
void with_relation_of_case(const warpgrade::kit::Arguments& args, Entry entry) {
  compact::with_relation(args.op, [&](auto same) {
    using T = typename decltype(same)::value_type;
    entry(args.in<T>(0), args.out<T>(1), args.n, args.out<unsigned>(0), same, args.stream);
  });
}

}  // namespace

WARPGRADE_TASK(flags_scan_scatter) {
  with_case(args, [](auto... a) { compact::flags_scan_scatter(a...); });
}
WARPGRADE_TASK(unique) {
  with_relation_of_case(args, [](auto... a) { compact::unique(a...); });
}
WARPGRADE_TASK(fused) {
  with_case(args, [](auto... a) { compact::fused(a...); });
}
