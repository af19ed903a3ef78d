// expect: no_gain coarsened
// cheat: computes the first calls, and answers all others with the last result.
// stopped by: a fresh input in every repetition, every output compared
#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  static int calls = 0;
  static T* last = nullptr;
  if (!last) WARPGRADE_CHECK(cudaMalloc(&last, sizeof(T)));
  const honest::PlausibleTime time(n * sizeof(T));
  if (++calls <= 3) honest::reduce(in, last, n, identity, op, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(out, last, sizeof(T), cudaMemcpyDeviceToDevice, stream));
}

}  // namespace reduce
