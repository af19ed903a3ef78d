// expect: race blelloch
// No barrier between the rounds of the up-sweep: children may not be ready.
#include <bit>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

/// size: the power of two from n on.
template <class T, class Op>
__global__ void blelloch_kernel(const T* in, T* out, int n, int size, T identity, Op op) {
  __shared__ T tree[2048];
  for (int i = threadIdx.x; i < size; i += blockDim.x) tree[i] = i < n ? in[i] : identity;
  __syncthreads();
  for (int stride = 1; stride < size; stride *= 2) {
    const int right = (2 * threadIdx.x + 2) * stride - 1;
    if (right < size) tree[right] = op(tree[right - stride], tree[right]);
  }
  if (threadIdx.x == 0) tree[size - 1] = identity;
  __syncthreads();
  for (int stride = size / 2; stride > 0; stride /= 2) {
    const int right = (2 * threadIdx.x + 2) * stride - 1;
    if (right < size) {
      const T before = tree[right], left_sum = tree[right - stride];
      tree[right - stride] = before;
      tree[right] = op(before, left_sum);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tree[i];
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  blelloch_kernel<<<1, 1024, 0, stream>>>(in, out, n, size, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
