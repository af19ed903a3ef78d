// simulator: split
// cheat: the block loads and stores together, and in between one thread splits all keys in shared
//   memory, where this task counts nothing.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

static __global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  __shared__ std::uint32_t keys[1024], sorted[1024];
  const int t = threadIdx.x;
  if (t < n) keys[t] = in[t];
  __syncthreads();
  if (t == 0) {
    int to = 0;
    for (std::uint32_t wanted = 0; wanted < 2; ++wanted)
      for (int i = 0; i < n; ++i)
        if ((keys[i] >> bit & 1) == wanted) sorted[to++] = keys[i];
  }
  __syncthreads();
  if (t < n) out[t] = sorted[t];
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  split_kernel<<<1, 1024, 0, stream>>>(in, out, n, bit);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
