// simulator: block_digits
// cheat: one thread takes all keys into an array of its own, which costs nothing, and sorts them there
//   by the standard library; shared memory is only the way there and back.
// stopped by: the steps of one thread are counted (serial_steps)
#include <algorithm>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

static __global__ void sort_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ std::uint32_t keys[1024];
  const int t = threadIdx.x;
  if (t < n) keys[t] = in[t];
  __syncthreads();
  if (t == 0) {
    std::uint32_t mine[1024];
    for (int i = 0; i < n; ++i) mine[i] = keys[i];
    std::sort(mine, mine + n);
    for (int i = 0; i < n; ++i) keys[i] = mine[i];
  }
  __syncthreads();
  if (t < n) out[t] = keys[t];
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  sort_kernel<<<1, 1024, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
