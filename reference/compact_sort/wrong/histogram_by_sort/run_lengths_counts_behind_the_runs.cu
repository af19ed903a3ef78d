// expect: uninitialized_read run_lengths
// Takes differences for all n places, also where no run begins.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

struct Tuning {
  static constexpr int threads = 256;
  static constexpr int spine_threads = 1024;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

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

template <class T>
__device__ bool is_head(const T* in, std::size_t i, std::size_t n) {
  bool head = false;
  head = i < n && (i == 0 || in[i] != in[i - 1]);
  return head;
}

template <class T>
__global__ void count_heads_kernel(const T* in, std::size_t n, unsigned* heads) {
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  const unsigned count = __syncthreads_count(is_head(in, i, n));
  if (threadIdx.x == 0) heads[blockIdx.x] = count;
}

__global__ void spine_kernel(unsigned* heads, unsigned size, std::uint32_t* total) {
  __shared__ unsigned warp_sums[32];
  unsigned carry = 0;
  for (unsigned begin = 0; begin < size; begin += blockDim.x) {
    const unsigned i = begin + threadIdx.x;
    unsigned sum;
    const unsigned before = block_exclusive_sum(i < size ? heads[i] : 0, warp_sums, sum);
    if (i < size) heads[i] = carry + before;
    carry += sum;
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = carry;
}

template <class T>
__global__ void write_heads_kernel(const T* in, std::size_t n, const unsigned* heads_before, T* values,
                                   std::uint32_t* begins) {
  __shared__ unsigned warp_sums[32];
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  const bool head = is_head(in, i, n);
  unsigned total;
  const unsigned in_block = block_exclusive_sum(head ? 1 : 0, warp_sums, total);
  if (head) {
    const unsigned run = heads_before[blockIdx.x] + in_block;
    values[run] = in[i];
    begins[run] = std::uint32_t(i);
  }
}

__global__ void lengths_kernel(const std::uint32_t* begins, const std::uint32_t* runs, std::size_t n,
                               std::uint32_t* counts) {
  const std::size_t r = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  if (r >= n) return;
  const std::uint32_t end = r + 1 < n ? begins[r + 1] : std::uint32_t(n);
  counts[r] = end - begins[r];
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

}  // namespace histogram_by_sort
