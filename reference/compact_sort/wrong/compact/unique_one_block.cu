// expect: too_much_work unique
// One block of 1024 threads goes through the whole input, round by round.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

template <class T, class Same>
__global__ void unique_kernel(const T* in, T* out, std::size_t n, Same same, unsigned* count) {
  __shared__ unsigned sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned at = 0;
  for (std::size_t first = 0; first < n; first += 1024) {
    const std::size_t i = first + threadIdx.x;
    T x{};
    bool flag = false;
    if (i < n) x = in[i];
    if (i < n) flag = i == 0 || !same(in[i - 1], x);
    const unsigned bits = __ballot_sync(~0u, flag);
    if (lane == 0) sums[warp] = __popc(bits);
    __syncthreads();
    unsigned before = 0, all = 0;
    for (unsigned w = 0; w < 32; ++w) {
      all += sums[w];
      if (w < warp) before += sums[w];
    }
    if (flag) out[at + before + __popc(bits & ((1u << lane) - 1))] = x;
    at += all;
    __syncthreads();
  }
  if (threadIdx.x == 0) *count = at;
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  unique_kernel<<<1, 1024, 0, stream>>>(in, out, n, same, count);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
