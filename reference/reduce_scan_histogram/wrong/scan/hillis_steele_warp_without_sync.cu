// expect: race hillis_steele
// One warp at a time needs no barrier, "it runs in lockstep": it does not since Volta.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void hillis_steele_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[1024];
  const int i = threadIdx.x;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    sums[i] = sum;
    if (stride >= 32) __syncthreads();
    if (i >= stride) sum = op(sums[i - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  hillis_steele_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
