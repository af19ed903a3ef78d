// expect: too_much_work hillis_steele
// Right, but each thread adds up all that is before it: n² / 2 operations.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void hillis_steele_kernel(const T* in, T* out, int n, T identity, Op op) {
  const int i = threadIdx.x;
  T sum = identity;
  for (int before = 0; before <= i && before < n; ++before) sum = op(sum, in[before]);
  if (i < n) out[i] = sum;
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  hillis_steele_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
