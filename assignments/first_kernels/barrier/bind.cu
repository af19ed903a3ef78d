// How the runner calls this exercise's tasks.
#include "barrier.cu"  // the submission; the build says in which folder
#include "barrier.cuh"
#include "kit/bind.cuh"

WARPGRADE_TASK(write) {
  ::barrier::change(args.in<int>(0), args.out<int>(0), static_cast<int>(args.n), args.stream);
}
WARPGRADE_TASK(repair) {
  ::barrier::sum_of_three(args.in<int>(0), args.out<int>(0), static_cast<int>(args.n), args.stream);
}
