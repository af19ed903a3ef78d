// How the runner calls the tasks of this exercise.
#include "kit/bind_operator.cuh"
#include "scan.cu"  // the submission; the build says in which folder
#include "scan.cuh"
#include "types.cuh"

using warpgrade::kit::call_with_operator;

WARPGRADE_TASK(hillis_steele) {
  call_with_operator(scan_types::hillis_steele(), args, [](auto... a) { scan::hillis_steele(a...); });
}
WARPGRADE_TASK(double_buffered) {
  call_with_operator(scan_types::double_buffered(), args, [](auto... a) { scan::double_buffered(a...); });
}
WARPGRADE_TASK(blelloch) {
  call_with_operator(scan_types::blelloch(), args, [](auto... a) { scan::blelloch(a...); });
}
WARPGRADE_TASK(device_inclusive) {
  call_with_operator(scan_types::device_inclusive(), args, [](auto... a) { scan::device_inclusive(a...); });
}
WARPGRADE_TASK(device_exclusive) {
  call_with_operator(scan_types::device_exclusive(), args, [](auto... a) { scan::device_exclusive(a...); });
}
WARPGRADE_TASK(from_the_right) {
  call_with_operator(scan_types::from_the_right(), args, [](auto... a) { scan::from_the_right(a...); });
}
