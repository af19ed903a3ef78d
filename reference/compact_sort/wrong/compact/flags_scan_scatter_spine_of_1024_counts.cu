// expect: race flags_scan_scatter
// line: if (flag) out[counts[blockIdx.x] + before] = in[i];
// Blocks of 1024, and a spine of a single round: right up to 1,048,576 elements.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr int kThreads = 1024, kWarps = kThreads / 32;
inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

__device__ unsigned block_exclusive_scan(unsigned value, unsigned (&warp_sums)[kWarps], unsigned& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned inclusive = value;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = __shfl_up_sync(0xffffffffu, inclusive, delta);
    if (lane >= delta) inclusive += left;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  unsigned before = inclusive - value;
  total = 0;
  for (unsigned w = 0; w < kWarps; ++w) {
    if (w < warp) before += warp_sums[w];
    total += warp_sums[w];
  }
  return before;
}

template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, Keep keep, unsigned* counts) {
  __shared__ unsigned warp_sums[kWarps];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const unsigned flag = i < n && keep(in[i]);
  unsigned total;
  block_exclusive_scan(flag, warp_sums, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

__global__ void spine_kernel(unsigned* counts, unsigned blocks, unsigned* count) {
  __shared__ unsigned warp_sums[kWarps];
  const unsigned mine = threadIdx.x < blocks ? counts[threadIdx.x] : 0;
  unsigned total;
  const unsigned before = block_exclusive_scan(mine, warp_sums, total);
  if (threadIdx.x < blocks) counts[threadIdx.x] = before;
  if (threadIdx.x == 0) *count = total;
}

template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, Keep keep, const unsigned* counts) {
  __shared__ unsigned warp_sums[kWarps];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const unsigned flag = i < n && keep(in[i]);
  unsigned total;
  const unsigned before = block_exclusive_scan(flag, warp_sums, total);
  if (flag) out[counts[blockIdx.x] + before] = in[i];
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned blocks = div_up(n, kThreads);
  unsigned* counts = nullptr;
  if (blocks > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&counts, blocks * sizeof(unsigned), stream));
    count_kernel<<<blocks, kThreads, 0, stream>>>(in, n, keep, counts);
    WARPGRADE_CHECK_LAUNCH();
  }
  spine_kernel<<<1, kThreads, 0, stream>>>(counts, blocks, count);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) {
    scatter_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, keep, counts);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  }
}

}  // namespace compact
