// simulator: coarsened
// cheat: a case is called several times, with other orders of threads. Only the first call of a length works:
//   what it found is kept on the device, and the next calls copy it.
// stopped by: each case has an input of its own, and every output is compared
#include <map>
#include <utility>

#include "honest.cuh"

namespace reduce {

template <class T>
__global__ void copy_kernel(const T* from, T* to) {
  *to = *from;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static std::map<std::size_t, T*> kept;
  T*& answer = kept[n];
  if (!answer) {
    WARPGRADE_CHECK(cudaMalloc(&answer, sizeof(T)));
    honest::reduce(in, answer, n, identity, op, stream);
  }
  copy_kernel<<<1, 1, 0, stream>>>(answer, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
