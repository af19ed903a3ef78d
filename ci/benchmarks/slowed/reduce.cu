// A right reduction, slowed down by a known factor, for ci/timing_checks.py, which writes beside it the two
// files that it includes: `slowed_by`, and the kernel at full speed.
//
// The work is done again on as many elements of a copy as the factor says. The copy is this file's own, so
// the second time finds nothing in the cache that the first has left there.
#define coarsened coarsened_at_full_speed
#include "full_speed.cuh"
#undef coarsened
#include "again.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  coarsened_at_full_speed(in, out, n, identity, op, stream);
  static slowed::Again<T, T> again;
  again.run(in, n, /*outputs=*/1, stream, [&](const T* copy, T* result, std::size_t count) {
    coarsened_at_full_speed(copy, result, count, identity, op, stream);
  });
}

}  // namespace reduce
