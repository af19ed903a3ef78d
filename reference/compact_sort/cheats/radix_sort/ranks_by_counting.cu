// simulator: block_digits
// cheat: no digits: each thread compares its key with all others, and so knows its place. The work is n², but
//   at n = 1024 that is no more than right kernels do: 2056 steps of one thread and 2.1 million of all (right
//   kernels 1100 to 4300, and 0.3 to 3.8 million).
// stopped by: nothing yet
// until: keys hide their values behind a function that gives digits, as elements of scans hide theirs
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

__global__ void rank_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ std::uint32_t keys[1024];
  const int i = int(threadIdx.x);
  if (i < n) keys[i] = in[i];
  __syncthreads();
  if (i >= n) return;
  const std::uint32_t key = keys[i];
  int place = 0;
  for (int k = 0; k < n; ++k) {
    const std::uint32_t other = keys[k];
    place += other < key || (other == key && k < i);
  }
  out[place] = key;
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  rank_kernel<<<1, 1024, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
