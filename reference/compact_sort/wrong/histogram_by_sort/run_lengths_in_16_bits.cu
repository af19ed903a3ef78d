// expect: wrong_answer run_lengths
// The length of a run is kept in 16 bits.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

constexpr int parts = 64, threads = 256;

template <class T>
__device__ bool is_head(const T* in, std::size_t i) {
  return i == 0 || in[i] != in[i - 1];
}

/// How many heads each part has.
template <class T>
__global__ void count_heads(const T* in, std::size_t n, std::size_t part, unsigned* heads) {
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  unsigned count = 0;
  for (std::size_t i = begin; i < end; i += threads) {
    const std::size_t mine = i + threadIdx.x;
    count += __syncthreads_count(mine < end && is_head(in, mine));
  }
  if (threadIdx.x == 0) heads[blockIdx.x] = count;
}

template <class T>
__global__ void write_heads(const T* in, std::size_t n, std::size_t part, const unsigned* heads, T* values,
                            std::uint32_t* begins, std::uint32_t* runs) {
  __shared__ unsigned in_parts_before, in_warp[threads / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (unsigned b = 0; b < blockIdx.x; ++b) sum += heads[b];
    in_parts_before = sum;
  }
  __syncthreads();
  unsigned before = in_parts_before;
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  for (std::size_t i = begin; i < end; i += threads) {
    const std::size_t mine = i + threadIdx.x;
    const bool head = mine < end && is_head(in, mine);
    const unsigned mask = __ballot_sync(0xffffffffu, head);
    if (lane == 0) in_warp[warp] = __popc(mask);
    __syncthreads();
    unsigned run = before + __popc(mask & ((1u << lane) - 1));
    for (unsigned w = 0; w < threads / 32; ++w) {
      if (w < warp) run += in_warp[w];
      before += in_warp[w];
    }
    if (head) {
      values[run] = in[mine];
      begins[run] = std::uint32_t(mine);
    }
    __syncthreads();
  }
  if (blockIdx.x == parts - 1 && threadIdx.x == 0) *runs = before;
}

__global__ void lengths_kernel(const std::uint32_t* begins, const std::uint32_t* runs, std::size_t n,
                               std::uint32_t* counts) {
  const std::size_t r = std::size_t(blockIdx.x) * threads + threadIdx.x;
  if (r >= *runs) return;
  const std::uint16_t length = (r + 1 < *runs ? begins[r + 1] : n) - begins[r];
  counts[r] = length;
}

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(runs, 0, sizeof(std::uint32_t), stream));
    return;
  }
  const std::size_t part = (n + parts - 1) / parts;
  unsigned* heads = nullptr;
  std::uint32_t* begins = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&heads, parts * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&begins, n * sizeof(std::uint32_t), stream));
  count_heads<<<parts, threads, 0, stream>>>(in, n, part, heads);
  WARPGRADE_CHECK_LAUNCH();
  write_heads<<<parts, threads, 0, stream>>>(in, n, part, heads, values, begins, runs);
  WARPGRADE_CHECK_LAUNCH();
  lengths_kernel<<<unsigned((n + threads - 1) / threads), threads, 0, stream>>>(begins, runs, n, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(begins, stream));
  WARPGRADE_CHECK(cudaFreeAsync(heads, stream));
}

}  // namespace histogram_by_sort
