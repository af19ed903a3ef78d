// expect: race double_buffered
// Two arrays save one of two barriers a step, not both.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void double_buffered_kernel(const T* in, T* out, int n, Op op) {
  __shared__ T buffers[2][1024];
  const int i = threadIdx.x;
  int from = 0;
  if (i < n) buffers[from][i] = in[i];
  __syncthreads();
  for (int stride = 1; stride < n; stride *= 2) {
    if (i < n)
      buffers[1 - from][i] = i >= stride ? op(buffers[from][i - stride], buffers[from][i]) : buffers[from][i];
    from = 1 - from;
  }
  if (i < n) out[i] = buffers[from][i];
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T /*identity*/, Op op, cudaStream_t stream) {
  if (n == 0) return;
  double_buffered_kernel<<<1, 1024, 0, stream>>>(in, out, n, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
