// How the runner calls the tasks of this exercise.
#include "EXERCISE.cu"  // the submission; the build says in which folder
#include "EXERCISE.cuh"
#include "kit/bind.cuh"

WARPGRADE_TASK(apply) { ::EXERCISE::apply(args.in<float>(0), args.out<float>(0), args.n, args.stream); }
