// expect: out_of_bounds block_inclusive
// Searches its head to the left, and trusts that element 0 is flagged.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void block_kernel(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  __shared__ T values[1024];
  const int i = threadIdx.x;
  int begin = i;
  if (i < n)
    while (!heads[begin]) --begin;
  T value = i < n ? in[i] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    values[i] = value;
    __syncthreads();
    if (i - stride >= begin) value = op(values[i - stride], value);
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
