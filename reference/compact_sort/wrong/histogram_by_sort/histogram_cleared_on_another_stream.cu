// expect: race histogram
// Clears the bins on another stream, which does not wait for what `stream` was given before.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

struct Tuning {
  static constexpr int threads = 256;  // of a block, and elements: one for each thread
  static constexpr int spine_threads = 1024;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

/// The sum of `value` over all threads of the block before this one; `total` gets that over all threads.
/// Every thread must call it; warp_sums has room for 32, and may be used again after the block's next
/// barrier.
__device__ inline unsigned block_exclusive_sum(unsigned value, unsigned* warp_sums, unsigned& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned inclusive = value;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive += left;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  unsigned before = 0;
  total = 0;
  for (unsigned w = 0; w < blockDim.x / 32; ++w) {
    if (w == warp) before = total;
    total += warp_sums[w];
  }
  return before + inclusive - value;
}

// ==== histogram: sort, then find where each bin ends ===================================================

/// The first index in sorted[0..n) whose value is at least `value`; n if there is none.
__device__ inline std::size_t lower_bound(const std::uint32_t* sorted, std::size_t n, std::uint32_t value) {
  std::size_t begin = 0;
  std::size_t end = n;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (sorted[middle] < value)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// bins[b]: from where the values b begin to where the next ones begin.
__global__ void bins_kernel(const std::uint32_t* sorted, std::size_t n, std::uint32_t* bins, int bin_count) {
  const std::size_t b = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  // The bins are zero already: a bin of no value has nothing to do.
  if (b >= std::size_t(bin_count)) return;
  const std::size_t begin = lower_bound(sorted, n, std::uint32_t(b));
  if (begin < n && sorted[begin] == b)
    bins[b] = std::uint32_t(lower_bound(sorted, n, std::uint32_t(b) + 1) - begin);
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  std::uint32_t* sorted = nullptr;
  if (bin_count == 0) return;
  // Clear the bins while the sort runs.
  cudaStream_t side = nullptr;
  cudaEvent_t cleared = nullptr;
  WARPGRADE_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  WARPGRADE_CHECK(cudaEventCreateWithFlags(&cleared, cudaEventDisableTiming));
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, std::size_t(bin_count) * sizeof(std::uint32_t), side));
  WARPGRADE_CHECK(cudaEventRecord(cleared, side));
  if (n > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&sorted, n * sizeof(std::uint32_t), stream));
    sort(in, sorted, n, stream);
  }
  WARPGRADE_CHECK(cudaStreamWaitEvent(stream, cleared, 0));
  bins_kernel<<<div_up(std::size_t(bin_count), Tuning::threads), Tuning::threads, 0, stream>>>(
      sorted, n, bins, bin_count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaEventDestroy(cleared));
  WARPGRADE_CHECK(cudaStreamDestroy(side));
  if (sorted) WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
