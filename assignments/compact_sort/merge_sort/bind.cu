// How the runner calls the tasks of this exercise.
#include "kit/bind.cuh"
#include "merge_sort.cu"  // the submission; the build says in which folder
#include "merge_sort.cuh"
#include "orders.cuh"

namespace {

using warpgrade::kit::Arguments;

/// Calls f(keys, values, list, less, stream) with the case's order; `list` holds both lists, one after the
/// other.
template <class F>
void with_case(const Arguments& args, F f) {
  merge_sort::with_order(args.op, [&](auto less, auto key) {
    using Key = decltype(key);
    const merge_sort::List<Key> list{args.in<Key>(0), args.in<merge_sort::Value>(1), args.n};
    f(args.out<Key>(0), args.out<merge_sort::Value>(1), list, less, args.stream);
  });
}

template <class Merge>
void merge(const Arguments& args, Merge merge) {
  const auto first = static_cast<std::size_t>(args.parameter("first"));
  with_case(args, [&](auto* keys, auto* values, auto list, auto less, auto stream) {
    auto a = list, b = list;
    a.n = first;
    b.keys += first;
    b.values += first;
    b.n -= first;
    merge(a, b, keys, values, less, stream);
  });
}

}  // namespace

WARPGRADE_TASK(merge_lists) {
  merge(args, [](auto... a) { merge_sort::merge_lists(a...); });
}
WARPGRADE_TASK(block_sort) {
  with_case(args, [](auto* keys, auto* values, auto list, auto less, auto stream) {
    merge_sort::block_sort(list, keys, values, less, stream);
  });
}
WARPGRADE_TASK(merge_path) {
  merge(args, [](auto... a) { merge_sort::merge_path(a...); });
}
WARPGRADE_TASK(sort) {
  with_case(args, [](auto* keys, auto* values, auto list, auto less, auto stream) {
    merge_sort::sort(list, keys, values, less, stream);
  });
}
