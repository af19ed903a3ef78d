// expect: wrong_answer flags_scan_scatter
// Each round of the spine starts from zero again.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

/// The sum of `value` over the lanes up to this one. All 32 lanes must call it.
__device__ unsigned warp_inclusive_scan(unsigned value) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (lane >= delta) value += left;
  }
  return value;
}

// ==== Count, scan, scatter ===============================================================================
// Count: how many elements each block keeps. Spine: one block scans these counts. Scatter: each block scans
// its own flags, and starts where the blocks before it end.

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all. Every thread of the
/// block must call it; warp_sums may be used again after the block's next barrier.
__device__ unsigned block_exclusive_scan(unsigned value, unsigned (&warp_sums)[Tuning::warps],
                                         unsigned& total) {
  unsigned before = 0;
  total = 0;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned inclusive = warp_inclusive_scan(value);
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  for (unsigned w = 0; w < Tuning::warps; ++w) {
    if (w == warp) before = total;
    total += warp_sums[w];
  }
  before += inclusive - value;
  return before;
}

/// Count: block b keeps counts[b] elements of in[b·block_threads .. (b+1)·block_threads).
template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, Keep keep, unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
  const unsigned flag = i < n && keep(in[i]);
  unsigned total;
  block_exclusive_scan(flag, warp_sums, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

/// Spine: one block scans the counts in place, exclusively: counts[b] becomes what all blocks before b keep.
/// There may be more counts than threads. *count = the sum of all.
__global__ void spine_kernel(unsigned* counts, unsigned blocks, unsigned* count) {
  __shared__ unsigned warp_sums[Tuning::warps];
  unsigned before_round = 0;
  for (unsigned first = 0; first < blocks; first += Tuning::block_threads) {
    const unsigned b = first + threadIdx.x;
    unsigned total;
    const unsigned before = block_exclusive_scan(b < blocks ? counts[b] : 0, warp_sums, total);
    if (b < blocks) counts[b] = before_round + before;
    before_round = total;
    __syncthreads();  // warp_sums is free again
  }
  if (threadIdx.x == 0) *count = before_round;
}

/// Scatter: block b writes what it keeps to out[counts[b] ..), in order.
template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, Keep keep, const unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
  const unsigned flag = i < n && keep(in[i]);
  unsigned total;
  const unsigned before = block_exclusive_scan(flag, warp_sums, total);
  if (flag) out[counts[blockIdx.x] + before] = in[i];
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const unsigned blocks = div_up(n, Tuning::block_threads);
  unsigned* counts = nullptr;
  if (blocks > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&counts, blocks * sizeof(unsigned), stream));
    count_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, keep, counts);
    WARPGRADE_CHECK_LAUNCH();
  }
  spine_kernel<<<1, Tuning::block_threads, 0, stream>>>(counts, blocks, count);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) {
    scatter_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, out, n, keep, counts);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  }
}

}  // namespace compact
