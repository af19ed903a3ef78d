// simulator: partition
// cheat: the block loads and stores together; in between one thread does it all in shared memory.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
__global__ void partition_kernel(const Key* in, Key* out, std::uint32_t* counts, int n) {
  __shared__ Key keys[1024], sorted[1024];
  const int t = threadIdx.x;
  if (t < n) keys[t] = in[t];
  __syncthreads();
  if (t == 0) {
    const Key pivot = n > 0 ? keys[pivot_of({0, std::uint32_t(n)})] : Key();
    std::uint32_t to = 0;
    for (int part = 0; part < 3; ++part) {
      const std::uint32_t begin = to;
      for (int i = 0; i < n; ++i)
        if ((keys[i] < pivot ? 0 : pivot < keys[i] ? 2 : 1) == part) sorted[to++] = keys[i];
      counts[part] = to - begin;
    }
  }
  __syncthreads();
  if (t < n) out[t] = sorted[t];
}

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  partition_kernel<<<1, 1024, 0, stream>>>(in, out, counts, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace quick_sort
