// expect: no_gain coarsened
// cheat: sums up a sixteenth of the input and multiplies by 16: close enough for data that are alike
//   everywhere.
// stopped by: every output is compared, exactly
#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T>
__global__ void scale_kernel(T* out, int factor) {
  *out = T(*out * factor);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  constexpr int factor = 16;
  honest::reduce(in, out, n / factor, identity, op, stream);
  scale_kernel<<<1, 1, 0, stream>>>(out, factor);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
