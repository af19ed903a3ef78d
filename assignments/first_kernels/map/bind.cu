// How the runner calls this exercise's tasks.
#include "kit/bind.cuh"
#include "map.cu"  // the submission; the build says in which folder
#include "map.cuh"

WARPGRADE_TASK(write) {
  ::map::square(args.in<float>(0), args.out<float>(0), static_cast<int>(args.n), args.stream);
}
WARPGRADE_TASK(repair) {
  ::map::subtract(args.in<float>(0), args.in<float>(1), args.out<float>(0), static_cast<int>(args.n),
                  args.stream);
}
