// simulator: coarsened
// cheat: one thread adds up the halves of the input, and their halves, by recursion: as deep as a tree,
//   and one thread all the same. A thousand others come and go.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
__device__ T sum_of(const T* in, std::size_t n, Op op) {
  if (n == 1) return *in;
  const T left = sum_of(in, n / 2, op);
  return op(left, sum_of(in + n / 2, n - n / 2, op));
}

template <class T, class Op>
__global__ void recursive_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = n == 0 ? identity : sum_of(in, n, op);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  recursive_kernel<<<4, 256, 0, stream>>>(in, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
