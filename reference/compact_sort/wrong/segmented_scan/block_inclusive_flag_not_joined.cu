// expect: wrong_answer block_inclusive
// The flag stays that of the element itself: a stride later nobody knows that there was a head in between.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void block_kernel(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  __shared__ T values[1024];
  __shared__ int flags[1024];
  const int i = threadIdx.x;
  T value = i < n ? in[i] : identity;
  int flag = i < n ? heads[i] : 0;
  for (int stride = 1; stride < n; stride *= 2) {
    values[i] = value;
    flags[i] = flag;
    __syncthreads();
    if (i >= stride) {
      if (!flag) value = op(values[i - stride], value);
    }
    __syncthreads();
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
