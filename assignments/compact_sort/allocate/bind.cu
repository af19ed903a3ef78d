// How the runner calls this exercise's tasks.
#include "allocate.cu"  // the submission; the build says in which folder
#include "allocate.cuh"
#include "kit/bind.cuh"
#include "requests.cuh"

WARPGRADE_TASK(expand) {
  allocate::with_request(args.op, [&](auto ask) {
    using T = typename decltype(ask)::value_type;
    using U = typename decltype(ask)::slot_type;
    allocate::expand(args.in<T>(0), args.out<U>(1), args.n, args.out<unsigned>(0), ask, args.stream);
  });
}
WARPGRADE_TASK(clip_triangles) {
  const allocate::Rectangle window{float(args.parameter("left")), float(args.parameter("bottom")),
                                   float(args.parameter("right")), float(args.parameter("top"))};
  allocate::clip_triangles(args.in<allocate::Triangle>(0), args.out<allocate::Triangle>(1), args.n,
                           args.out<unsigned>(0), window, args.stream);
}
