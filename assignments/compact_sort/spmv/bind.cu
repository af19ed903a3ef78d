// How the runner calls the tasks of this exercise.
#include "kit/bind.cuh"
#include "spmv.cu"  // the submission; the build says in which folder
#include "spmv.cuh"

namespace {

/// Calls entry(a, x, y, stream) with the matrix and the vectors of the case.
template <class Entry>
void with_matrix(const warpgrade::kit::Arguments& args, Entry entry) {
  const spmv::Csr a{int(args.n), int(args.parameter("elements")), args.in<unsigned>(0), args.in<unsigned>(1),
                    args.in<float>(2)};
  entry(a, args.in<float>(3), args.out<float>(0), args.stream);
}

}  // namespace

WARPGRADE_TASK(thread_per_row) {
  with_matrix(args, [](auto... a) { spmv::thread_per_row(a...); });
}
WARPGRADE_TASK(warp_per_row) {
  with_matrix(args, [](auto... a) { spmv::warp_per_row(a...); });
}
WARPGRADE_TASK(segmented) {
  with_matrix(args, [](auto... a) { spmv::segmented(a...); });
}
