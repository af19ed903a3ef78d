// expect: no_gain coarsened
// cheat: sets the input to zero, for which the answer is known, and which the reference then finds as
//   well.
// stopped by: a submission has inputs of its own, which are summed up after each call
#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaMemsetAsync(const_cast<T*>(in), 0, n * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(out, 0, sizeof(T), stream));
}

}  // namespace reduce
