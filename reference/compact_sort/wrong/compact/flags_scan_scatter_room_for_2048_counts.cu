// expect: out_of_bounds flags_scan_scatter
// line: for (unsigned b = threadIdx.x; b < blocks; b += kThreads) all[b] = counts[b];
// The spine brings all counts into an array for 2048 of them: right up to 2,097,152 elements.
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
  __shared__ unsigned warp_sums[kWarps], all[2048];
  for (unsigned b = threadIdx.x; b < blocks; b += kThreads) all[b] = counts[b];
  unsigned before_round = 0;
  for (unsigned first = 0; first < blocks; first += kThreads) {
    const unsigned b = first + threadIdx.x;
    unsigned total;
    const unsigned before = block_exclusive_scan(b < blocks ? all[b] : 0, warp_sums, total);
    if (b < blocks) counts[b] = before_round + before;
    before_round += total;
    __syncthreads();
  }
  if (threadIdx.x == 0) *count = before_round;
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
