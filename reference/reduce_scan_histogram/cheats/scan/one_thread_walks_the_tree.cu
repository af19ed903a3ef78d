// simulator: blelloch
// cheat: one thread does both sweeps, in shared memory. Nothing is forged: the operator tells the steps,
//   and not who does them.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void tree_kernel(const T* in, T* out, int n, int size, T identity, Op op) {
  __shared__ T tree[2048];
  for (int i = 0; i < size; ++i) tree[i] = i < n ? in[i] : identity;
  for (int stride = 1; stride < size; stride *= 2)
    for (int i = 2 * stride - 1; i < size; i += 2 * stride) tree[i] = op(tree[i - stride], tree[i]);
  tree[size - 1] = identity;
  for (int stride = size / 2; stride > 0; stride /= 2)
    for (int i = 2 * stride - 1; i < size; i += 2 * stride) {
      const T left = tree[i - stride];
      tree[i - stride] = tree[i];
      tree[i] = op(tree[i], left);
    }
  for (int i = 0; i < n; ++i) out[i] = tree[i];
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  int size = 1;
  while (size < n) size *= 2;
  tree_kernel<<<1, 1, 0, stream>>>(in, out, n, size, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
