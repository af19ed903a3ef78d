// expect: race hillis_steele
// Reads the left neighbour and writes its own element in one go, while the right neighbour still reads it.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void hillis_steele_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[1024];
  const int i = threadIdx.x;
  sums[i] = i < n ? in[i] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    __syncthreads();
    if (i >= stride) sums[i] = op(sums[i - stride], sums[i]);
  }
  if (i < n) out[i] = sums[i];
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  hillis_steele_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
