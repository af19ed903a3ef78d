// How the runner calls this exercise's tasks. Each element type named here instantiates the submission once.
#include "kit/bind.cuh"
#include "kit/operators.cuh"
#include "scan.cu"  // the submission; the build says in which folder
#include "scan.cuh"

using namespace warpgrade;
using kit::Traced;
using kit::with_operator;

WARPGRADE_TASK(hillis_steele) {
  with_operator<std::int32_t, float, Affine, Interval, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    scan::hillis_steele(args.in<T>(0), args.out<T>(0), int(args.n), identity, op, args.stream);
  });
}

WARPGRADE_TASK(double_buffered) {
  with_operator<std::uint8_t, std::int32_t, Affine, Interval, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    scan::double_buffered(args.in<T>(0), args.out<T>(0), int(args.n), identity, op, args.stream);
  });
}

WARPGRADE_TASK(blelloch) {
  with_operator<std::int32_t, float, Affine, Interval, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    scan::blelloch(args.in<T>(0), args.out<T>(0), int(args.n), identity, op, args.stream);
  });
}

WARPGRADE_TASK(device_inclusive) {
  with_operator<std::int32_t, float, Affine, Interval, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    scan::device_inclusive(args.in<T>(0), args.out<T>(0), args.n, identity, op, args.stream);
  });
}

WARPGRADE_TASK(device_exclusive) {
  with_operator<std::uint8_t, std::int32_t, Affine, Interval, Traced>(args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    scan::device_exclusive(args.in<T>(0), args.out<T>(0), args.n, identity, op, args.stream);
  });
}
