// How the runner calls the tasks of this exercise.
#include "kit/bind_operator.cuh"
#include "reduce.cu"  // the submission; the build says in which folder
#include "reduce.cuh"
#include "types.cuh"

using warpgrade::kit::call_with_operator;

WARPGRADE_TASK(interleaved) {
  call_with_operator(reduce_types::interleaved(), args, [](auto... a) { reduce::interleaved(a...); });
}
WARPGRADE_TASK(global_memory) {
  call_with_operator(reduce_types::global_memory(), args, [](auto... a) { reduce::global_memory(a...); });
}
WARPGRADE_TASK(shared_memory) {
  call_with_operator(reduce_types::shared_memory(), args, [](auto... a) { reduce::shared_memory(a...); });
}
WARPGRADE_TASK(coarsened) {
  call_with_operator(reduce_types::coarsened(), args, [](auto... a) { reduce::coarsened(a...); });
}
WARPGRADE_TASK(reproducible) {
  call_with_operator(reduce_types::reproducible(), args, [](auto... a) { reduce::reproducible(a...); });
}
