// simulator: unique
// cheat: one lane of each warp goes through its 32 elements, and the other lanes do nothing. There are many
//   warps, so no thread and no block does much.
// stopped by: the accesses of warps are counted (global_requests)
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

/// How many runs begin in the 32 elements of a warp; written to `to`, if that is given.
template <class T, class Same>
__device__ unsigned go_through(const T* in, T* to, std::size_t first, std::size_t n, Same same) {
  const std::size_t end = min(first + 32, n);
  unsigned runs = 0;
  T left{};
  if (first > 0 && first < n) left = in[first - 1];
  for (std::size_t i = first; i < end; ++i) {
    const T x = in[i];
    if (i == 0 || !same(left, x)) {
      if (to != nullptr) to[runs] = x;
      ++runs;
    }
    left = x;
  }
  return runs;
}

template <class T, class Same>
__global__ void count_kernel(const T* in, std::size_t n, unsigned* runs, unsigned warps, Same same) {
  const unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0 && w < warps) runs[w] = go_through(in, (T*)nullptr, std::size_t(w) * 32, n, same);
}

__global__ inline void spine_kernel(unsigned* runs, unsigned warps, unsigned* count) {
  __shared__ unsigned sums[256];
  unsigned before_round = 0;
  for (unsigned first = 0; first < warps; first += 256) {
    const unsigned w = first + threadIdx.x, t = threadIdx.x, mine = w < warps ? runs[w] : 0;
    sums[t] = mine;
    for (unsigned stride = 1; stride < 256; stride *= 2) {
      __syncthreads();
      const unsigned left = t >= stride ? sums[t - stride] : 0;
      __syncthreads();
      sums[t] += left;
    }
    __syncthreads();
    if (w < warps) runs[w] = before_round + sums[t] - mine;
    before_round += sums[255];
    __syncthreads();
  }
  if (threadIdx.x == 0) *count = before_round;
}

template <class T, class Same>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, const unsigned* runs, unsigned warps,
                               Same same) {
  const unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0 && w < warps) go_through(in, out + runs[w], std::size_t(w) * 32, n, same);
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  const unsigned warps = unsigned((n + 31) / 32), blocks = warps / 8 + 1;
  unsigned* runs = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&runs, (warps + 1) * sizeof(unsigned), stream));
  count_kernel<<<blocks, 256, 0, stream>>>(in, n, runs, warps, same);
  spine_kernel<<<1, 256, 0, stream>>>(runs, warps, count);
  scatter_kernel<<<blocks, 256, 0, stream>>>(in, out, n, runs, warps, same);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(runs, stream));
}

}  // namespace compact
