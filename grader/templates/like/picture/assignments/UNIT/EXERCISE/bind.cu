// How the runner calls the tasks of this exercise.
#include "EXERCISE.cu"  // the submission; the build says in which folder
#include "EXERCISE.cuh"
#include "kit/bind.cuh"

WARPGRADE_TASK(filter) {
  using ::EXERCISE::Pixel;
  ::EXERCISE::filter(args.in<Pixel>(0), args.out<Pixel>(0), int(args.parameter("width")),
                     int(args.parameter("height")), args.stream);
}
