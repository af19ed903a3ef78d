// How the runner calls the tasks of this exercise.
#include "kit/bind.cuh"
#include "radix_sort.cu"  // the submission; the build says in which folder
#include "radix_sort.cuh"
#include "types.cuh"

WARPGRADE_TASK(split) {
  using Key = std::uint32_t;
  radix_sort::split(args.in<Key>(0), args.out<Key>(0), int(args.n), int(args.parameter("bit")), args.stream);
}
WARPGRADE_TASK(block_digits) {
  using Key = std::uint32_t;
  radix_sort::block_digits(args.in<Key>(0), args.out<Key>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(sort_keys) {
  radix_sort_types::with_key(args.op, [&](auto key) {
    using Key = decltype(key);
    radix_sort::sort_keys(args.in<Key>(0), args.out<Key>(0), args.n, args.stream);
  });
}
WARPGRADE_TASK(sort_pairs) {
  radix_sort_types::with_pair(args.op, [&](auto key, auto value) {
    using Key = decltype(key);
    using Value = decltype(value);
    radix_sort::sort_pairs(args.in<Key>(0), args.in<Value>(1), args.out<Key>(0), args.out<Value>(1), args.n,
                           args.stream);
  });
}
WARPGRADE_TASK(top_k) {
  radix_sort_types::with_key(args.op, [&](auto key) {
    using Key = decltype(key);
    const auto call = [&](std::size_t k) {
      radix_sort::top_k(args.in<Key>(0), args.out<Key>(0), args.n, k, args.stream);
    };
    call(std::size_t(args.parameter("k")));
    if (args.parameter("then_none") != 0) call(0);  // must leave the output as it is
  });
}
