// Histogram by sorting: equal values become neighbours, and each run of them is a bin.
//
// Given:      device pointers; n may be 0, and is below 2^32; sort(from, to, n, stream) is given too.
// Guarantees: inputs are not to be changed; no array overlaps another.
// Outputs:    hold garbage before the call. bins are to be set for every bin, also those of no value.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/histogram_by_sort/README.md
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

struct Tuning {
  static constexpr int threads = 256;  // of a block, and elements: one for each thread
  static constexpr int spine_threads = 1024;
};

using warpgrade::div_up;

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

// ==== run_lengths: heads, a scan, differences ==========================================================

/// Does a run begin at i?
template <class T>
__device__ bool is_head(const T* in, std::size_t i, std::size_t n) {
  bool head = false;
  // TODO: Whoever differs from the element before; who has none before? Nobody behind the end.
  head = i < n && (i == 0 || in[i] != in[i - 1]);
  // END TODO
  return head;
}

/// Upsweep: the number of heads in each block.
template <class T>
__global__ void count_heads_kernel(const T* in, std::size_t n, unsigned* heads) {
  // TODO: __syncthreads_count counts the threads of a block for which something is true.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  const unsigned count = __syncthreads_count(is_head(in, i, n));
  if (threadIdx.x == 0) heads[blockIdx.x] = count;
  // END TODO
}

/// Spine: one block scans the numbers in place, exclusively; the sum of all goes to *total.
__global__ void spine_kernel(unsigned* heads, unsigned size, std::uint32_t* total) {
  __shared__ unsigned warp_sums[32];
  // TODO: There may be more numbers than threads: go through them block by block, and carry the sum of those
  // before.
  unsigned carry = 0;
  for (unsigned begin = 0; begin < size; begin += blockDim.x) {
    const unsigned i = begin + threadIdx.x;
    unsigned sum;
    const unsigned before = block_exclusive_sum(i < size ? heads[i] : 0, warp_sums, sum);
    if (i < size) heads[i] = carry + before;
    carry += sum;
    __syncthreads();  // warp_sums is used again
  }
  if (threadIdx.x == 0) *total = carry;
  // END TODO
}

/// Downsweep: the r-th head writes its value to values[r], and where it stands to begins[r].
template <class T>
__global__ void write_heads_kernel(const T* in, std::size_t n, const unsigned* heads_before, T* values,
                                   std::uint32_t* begins) {
  __shared__ unsigned warp_sums[32];
  // TODO: All heads of the blocks before, then those of this block before this thread: that is r.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  const bool head = is_head(in, i, n);
  unsigned total;
  const unsigned in_block = block_exclusive_sum(head ? 1 : 0, warp_sums, total);
  if (head) {
    const unsigned run = heads_before[blockIdx.x] + in_block;
    values[run] = in[i];
    begins[run] = std::uint32_t(i);
  }
  // END TODO
}

/// counts[r]: from where run r begins to where the next one begins.
__global__ void lengths_kernel(const std::uint32_t* begins, const std::uint32_t* runs, std::size_t n,
                               std::uint32_t* counts) {
  // TODO: The device knows how many runs there are, the host does not: there are threads for n. The last run
  // ends at n.
  const std::size_t r = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  if (r >= *runs) return;
  const std::uint32_t end = r + 1 < *runs ? begins[r + 1] : std::uint32_t(n);
  counts[r] = end - begins[r];
  // END TODO
}

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(runs, 0, sizeof(std::uint32_t), stream));
    return;
  }
  const unsigned blocks = div_up(n, Tuning::threads);
  unsigned* heads = nullptr;
  std::uint32_t* begins = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&heads, blocks * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&begins, n * sizeof(std::uint32_t), stream));
  count_heads_kernel<<<blocks, Tuning::threads, 0, stream>>>(in, n, heads);
  WARPGRADE_CHECK_LAUNCH();
  spine_kernel<<<1, Tuning::spine_threads, 0, stream>>>(heads, blocks, runs);
  WARPGRADE_CHECK_LAUNCH();
  write_heads_kernel<<<blocks, Tuning::threads, 0, stream>>>(in, n, heads, values, begins);
  WARPGRADE_CHECK_LAUNCH();
  lengths_kernel<<<blocks, Tuning::threads, 0, stream>>>(begins, runs, n, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(heads, stream));
  WARPGRADE_CHECK(cudaFreeAsync(begins, stream));
}

// ==== histogram: sort, then find where each bin ends ===================================================

/// The first index in sorted[0..n) whose value is at least `value`; n if there is none.
__device__ inline std::size_t lower_bound(const std::uint32_t* sorted, std::size_t n, std::uint32_t value) {
  std::size_t begin = 0;
  // TODO: Halve [begin, end) until it is empty.
  std::size_t end = n;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (sorted[middle] < value)
      begin = middle + 1;
    else
      end = middle;
  }
  // END TODO
  return begin;
}

/// bins[b]: from where the values b begin to where the next ones begin.
__global__ void bins_kernel(const std::uint32_t* sorted, std::size_t n, std::uint32_t* bins, int bin_count) {
  const std::size_t b = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  // TODO: A thread for each bin, and two searches. A bin of no value begins where the next one does.
  if (b < std::size_t(bin_count)) {
    const std::uint32_t value = std::uint32_t(b);
    bins[b] = std::uint32_t(lower_bound(sorted, n, value + 1) - lower_bound(sorted, n, value));
  }
  // END TODO
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  std::uint32_t* sorted = nullptr;
  // TODO: Sort into an array of your own, if there is anything to sort. Then a thread for each bin.
  if (n > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&sorted, n * sizeof(std::uint32_t), stream));
    sort(in, sorted, n, stream);
  }
  bins_kernel<<<div_up(bin_count, Tuning::threads), Tuning::threads, 0, stream>>>(sorted, n, bins, bin_count);
  WARPGRADE_CHECK_LAUNCH();
  // END TODO
  if (sorted) WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
