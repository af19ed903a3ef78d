// How the runner calls this exercise's tasks.
#include "grid_stride.cu"  // the submission; the build says in which folder
#include "grid_stride.cuh"
#include "kit/bind.cuh"

WARPGRADE_TASK(write) {
  ::grid_stride::scale_and_add(static_cast<int>(args.parameter("a")), args.in<int>(0), args.in<int>(1),
                               args.out<int>(0), static_cast<int>(args.n), args.stream);
}
WARPGRADE_TASK(repair) {
  ::grid_stride::larger(args.in<int>(0), args.in<int>(1), args.out<int>(0), static_cast<int>(args.n),
                        args.stream);
}
