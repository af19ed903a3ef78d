// How the runner calls the tasks of this exercise.
#include "EXERCISE.cu"  // the submission; the build says in which folder
#include "EXERCISE.cuh"
#include "kit/bind_operator.cuh"
#include "types.cuh"

WARPGRADE_TASK(reduce) {
  warpgrade::kit::call_with_operator(EXERCISE_types::reduce(), args,
                                     [](auto... a) { ::EXERCISE::reduce(a...); });
}
