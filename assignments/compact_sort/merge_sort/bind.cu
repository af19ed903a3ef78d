// How the runner calls the tasks of this exercise.
#include "kit/bind.cuh"
#include "merge_sort.cu"  // the submission; the build says in which folder
#include "merge_sort.cuh"
#include "orders.cuh"

namespace {

using warpgrade::kit::Arguments;

/// The list in input arrays `first` and first + 1.
template <class Key>
merge_sort::List<Key> list_of(const Arguments& args, int first, std::size_t n) {
  return {args.in<Key>(first), args.in<merge_sort::Value>(first + 1), n};
}

/// Calls f(list, keys, values, less, stream) with the case's order.
template <class F>
void with_list(const Arguments& args, F f) {
  merge_sort::with_order(args.op, [&](auto less, auto key) {
    using Key = decltype(key);
    f(list_of<Key>(args, 0, args.n), args.out<Key>(0), args.out<merge_sort::Value>(1), less, args.stream);
  });
}

/// Calls f(a, b, keys, values, less, stream).
template <class F>
void with_lists(const Arguments& args, F f) {
  const auto first = static_cast<std::size_t>(args.parameter("first"));
  merge_sort::with_order(args.op, [&](auto less, auto key) {
    using Key = decltype(key);
    f(list_of<Key>(args, 0, first), list_of<Key>(args, 2, args.n - first), args.out<Key>(0),
      args.out<merge_sort::Value>(1), less, args.stream);
  });
}

}  // namespace

WARPGRADE_TASK(merge_lists) {
  with_lists(args, [](auto... a) { merge_sort::merge_lists(a...); });
}
WARPGRADE_TASK(block_sort) {
  with_list(args, [](auto... a) { merge_sort::block_sort(a...); });
}
WARPGRADE_TASK(merge_path) {
  with_lists(args, [](auto... a) { merge_sort::merge_path(a...); });
}
WARPGRADE_TASK(sort) {
  with_list(args, [](auto... a) { merge_sort::sort(a...); });
}
