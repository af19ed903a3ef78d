// expect: too_much_work blelloch
// Right, but it is the other algorithm: n log2 n operations where 2n would do.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void blelloch_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[2048];
  const int low = threadIdx.x, high = threadIdx.x + 1024;
  T low_sum = 0 < low && low < n ? in[low - 1] : identity;
  T high_sum = high < n ? in[high - 1] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    sums[low] = low_sum;
    sums[high] = high_sum;
    __syncthreads();
    if (low >= stride) low_sum = op(sums[low - stride], low_sum);
    if (high >= stride) high_sum = op(sums[high - stride], high_sum);
    __syncthreads();
  }
  if (low < n) out[low] = low_sum;
  if (high < n) out[high] = high_sum;
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  blelloch_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
