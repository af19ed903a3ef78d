#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void one_warp_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  const std::size_t part = (n + 31) / 32;
  const std::size_t begin = min(threadIdx.x * part, n), end = min(begin + part, n);
  T sum = identity;
  for (std::size_t i = begin; i < end; ++i) sum = op(sum, in[i]);
  for (int d = 1; d < 32; d *= 2) {
    const T left = warpgrade::shfl_up(sum, d);
    if (int(threadIdx.x) >= d) sum = op(left, sum);
  }
  T before = warpgrade::shfl_up(sum, 1);
  if (threadIdx.x == 0) before = identity;
  for (std::size_t i = begin; i < end; ++i) {
    out[i] = before;
    before = op(before, in[i]);
  }
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  one_warp_kernel<<<1, 32, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
