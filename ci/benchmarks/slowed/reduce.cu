// A right reduction, slowed down by a known factor, for ci/timing_checks.py, which writes beside it the two
// files that it includes: `slowed_by`, and the kernel at full speed.
#define coarsened coarsened_at_full_speed
#include "reduce_at_full_speed.cuh"
#undef coarsened
#include "reduce.cuh"
#include "slower.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  slowed::run(stream, [&] { coarsened_at_full_speed(in, out, n, identity, op, stream); });
}

}  // namespace reduce
