// simulator: coarsened
// cheat: looks at its output first, and works only where it holds something else than zeros: else nobody
//   has poisoned it, and nobody looks.
// stopped by: an output counts as never written, whatever it holds: to read it is an uninitialised access
#include "honest.cuh"

namespace reduce {

template <class T, class Op>
__global__ void look_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  const T result = *out;
  const T* const bytes = &result;
  unsigned mixed = 0;
  for (std::size_t b = 0; b < sizeof(T); ++b) mixed += reinterpret_cast<const unsigned char*>(bytes)[b];
  if (mixed == 0) return;  // as memory is when nobody has poisoned it
  T sum = identity;
  for (std::size_t i = 0; i < n; ++i) sum = op(sum, in[i]);
  *out = sum;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  look_kernel<<<1, 1, 0, stream>>>(in, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
