// How the runner calls this exercise's tasks. Each element type named here instantiates the submission once.
#include "kit/bind.cuh"
#include "kit/operators.cuh"
#include "reduce.cu"  // the submission; the build says in which folder
#include "reduce.cuh"

using namespace warpgrade;
using kit::Traced;
using kit::with_operator;

WARPGRADE_TASK(interleaved) {
  with_operator<std::int32_t, float, Affine, Interval, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    reduce::interleaved(args.in<T>(0), args.out<T>(0), int(args.n), identity, op, args.stream);
  });
}

WARPGRADE_TASK(global_memory) {
  with_operator<std::int32_t, std::uint32_t, float, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    reduce::global_memory(args.in<T>(0), args.out<T>(0), args.n, identity, op, args.stream);
  });
}

WARPGRADE_TASK(shared_memory) {
  with_operator<std::uint8_t, std::int32_t, double, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    reduce::shared_memory(args.in<T>(0), args.out<T>(0), args.n, identity, op, args.stream);
  });
}

WARPGRADE_TASK(coarsened) {
  with_operator<std::uint8_t, std::int32_t, float, double, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    reduce::coarsened(args.in<T>(0), args.out<T>(0), args.n, identity, op, args.stream);
  });
}
