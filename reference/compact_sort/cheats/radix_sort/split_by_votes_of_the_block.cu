// simulator: split
// cheat: the block votes once for each key, in place of a scan: no thread does anything but vote.
// stopped by: a barrier is a step of each thread (serial_steps)
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

static __global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  const int t = threadIdx.x;
  const std::uint32_t key = t < n ? in[t] : 0;
  const bool is_zero = t < n && (key >> bit & 1) == 0;
  const int zeros = __syncthreads_count(is_zero);
  int before = 0;
  const auto vote = [&](int k) {
    const int count = __syncthreads_count(is_zero && t < k);
    if (t == k) before = count;
  };
  for (int k = 0; k < n; ++k) vote(k);
  if (t < n) out[is_zero ? before : zeros + t - before] = key;
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  if (n == 0) return;
  split_kernel<<<1, 1024, 0, stream>>>(in, out, n, bit);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
