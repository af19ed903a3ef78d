// expect: too_much_work block_inclusive
// Right, but each thread walks from the beginning of its segment up to itself.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void block_kernel(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int begin = i;
  while (begin > 0 && !heads[begin]) --begin;
  T value = identity;
  for (int k = begin; k <= i; ++k) value = op(value, in[k]);
  out[i] = value;
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  if (n == 0) return;
  block_kernel<<<1, n, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace segmented_scan
