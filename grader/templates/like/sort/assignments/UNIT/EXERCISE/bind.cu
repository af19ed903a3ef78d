// How the runner calls the tasks of this exercise.
#include "EXERCISE.cu"  // the submission; the build says in which folder
#include "EXERCISE.cuh"
#include "kit/bind.cuh"
#include "types.cuh"

WARPGRADE_TASK(sort) {
  EXERCISE_types::with_key(args.op, [&](auto key) {
    using Key = decltype(key);
    ::EXERCISE::sort(args.in<Key>(0), args.out<Key>(0), args.n, args.stream);
  });
}
