// expect: out_of_bounds split
// The place of a one counts the one itself: all ones lie one place too far.
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

__device__ inline unsigned warp_inclusive_sum(unsigned value) {
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (threadIdx.x % 32 >= delta) value += left;
  }
  return value;
}

__device__ inline unsigned block_exclusive_sum(unsigned value, unsigned* warp_sums, unsigned& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const unsigned inclusive = warp_inclusive_sum(value);
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  if (warp == 0) {
    const unsigned sums = warp_inclusive_sum(lane < warps ? warp_sums[lane] : 0);
    if (lane < warps) warp_sums[lane] = sums;
  }
  __syncthreads();
  total = warp_sums[warps - 1];
  const unsigned before = warp > 0 ? warp_sums[warp - 1] : 0;
  return before + inclusive - value;
}

__global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  __shared__ unsigned warp_sums[32];
  const int i = threadIdx.x;
  const std::uint32_t key = i < n ? in[i] : 0;
  const bool is_zero = i < n && (key >> bit & 1) == 0;
  unsigned zeros;
  const unsigned zeros_before = block_exclusive_sum(is_zero ? 1 : 0, warp_sums, zeros);
  const unsigned ones_before = i - zeros_before;
  if (i < n) out[is_zero ? zeros_before : zeros + ones_before + 1] = key;
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  if (n == 0) return;
  split_kernel<<<1, unsigned(div_up(n, 32)) * 32, 0, stream>>>(in, out, n, bit);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
