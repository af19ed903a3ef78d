// expect: too_much_work run_lengths
// Right, but one block goes over all elements: all other multiprocessors wait.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

constexpr int threads = 1024;

template <class T>
__device__ bool is_head(const T* in, std::size_t i) {
  return i == 0 || in[i] != in[i - 1];
}

template <class T>
__global__ void all_heads_kernel(const T* in, std::size_t n, T* values, std::uint32_t* begins,
                                 std::uint32_t* runs) {
  __shared__ unsigned in_warp[threads / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned before = 0;
  for (std::size_t i = 0; i < n; i += threads) {
    const std::size_t mine = i + threadIdx.x;
    const bool head = mine < n && is_head(in, mine);
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
  if (threadIdx.x == 0) *runs = before;
}

__global__ void lengths_kernel(const std::uint32_t* begins, const std::uint32_t* runs, std::size_t n,
                               std::uint32_t* counts) {
  const std::size_t r = std::size_t(blockIdx.x) * threads + threadIdx.x;
  if (r >= *runs) return;
  counts[r] = std::uint32_t((r + 1 < *runs ? begins[r + 1] : n) - begins[r]);
}

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(runs, 0, sizeof(std::uint32_t), stream));
    return;
  }
  std::uint32_t* begins = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&begins, n * sizeof(std::uint32_t), stream));
  all_heads_kernel<<<1, threads, 0, stream>>>(in, n, values, begins, runs);
  WARPGRADE_CHECK_LAUNCH();
  lengths_kernel<<<unsigned((n + threads - 1) / threads), threads, 0, stream>>>(begins, runs, n, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(begins, stream));
}

}  // namespace histogram_by_sort
