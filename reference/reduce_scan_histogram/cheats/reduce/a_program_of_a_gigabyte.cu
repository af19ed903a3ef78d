// simulator: coarsened
// cheat: an array with a value in it makes the object file as large: disk and cache of the grader fill
//   up.
// stopped by: what a compiler may write is limited
#include "honest.cuh"

namespace reduce {

char ballast[1 << 30] = {1};

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (ballast[n] == 2) return;
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
