// expect: wrong_answer block_inclusive
// Scans each warp by shuffles: a segment that goes on in the next warp begins anew there.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void block_kernel(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  const int i = threadIdx.x, lane = i % 32;
  T value = i < n ? in[i] : identity;
  int flag = i < n ? heads[i] : 0;
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(value, delta);
    const int left_flag = warpgrade::shfl_up(flag, delta);
    if (lane >= delta) {
      if (!flag) value = op(left, value);
      flag |= left_flag;
    }
  }
  if (i < n) out[i] = value;
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  if (n == 0) return;
  block_kernel<<<1, 1024, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace segmented_scan
