// Right in another style: a fixed number of blocks, each with a part of its own, which adds up the heads of
// the parts before by itself; ballots of cooperative groups. Bins from a list of what to fill.
#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

namespace cg = cooperative_groups;

constexpr int parts = 96, threads = 192;

template <class T>
__device__ bool is_head(const T* in, std::size_t i) {
  return i == 0 || in[i] != in[i - 1];
}

/// How many heads each part has.
template <class T>
__global__ void count_heads(const T* in, std::size_t n, std::size_t part, unsigned* heads) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ unsigned total;
  if (block.thread_rank() == 0) total = 0;
  block.sync();
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  unsigned count = 0;
  for (std::size_t i = begin; i < end; i += threads) {
    const std::size_t mine = i + threadIdx.x;
    count += __popc(warp.ballot(mine < end && is_head(in, mine)));
  }
  if (warp.thread_rank() == 0) atomicAdd(&total, count);
  block.sync();
  if (block.thread_rank() == 0) heads[blockIdx.x] = total;
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
  counts[r] = std::uint32_t((r + 1 < *runs ? begins[r + 1] : n) - begins[r]);
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

/// at[b]: where the values of b and more begin. Each element that is larger than the one before, and one
/// behind the last, has a job: the bins between the two. The whole block does the jobs of its elements.
__global__ void begins_kernel(const std::uint32_t* sorted, std::size_t n, std::uint32_t* at,
                              std::uint32_t bin_count) {
  __shared__ std::uint32_t from[threads], to[threads], place[threads];
  __shared__ unsigned jobs;
  if (threadIdx.x == 0) jobs = 0;
  __syncthreads();
  const std::size_t i = std::size_t(blockIdx.x) * threads + threadIdx.x;
  if (i <= n) {
    const std::uint32_t first = i == 0 ? 0 : min(sorted[i - 1], bin_count) + 1;
    const std::uint32_t last = i == n ? bin_count : min(sorted[i], bin_count);
    if (first <= last) {
      const unsigned job = atomicAdd(&jobs, 1u);
      from[job] = first;
      to[job] = last;
      place[job] = std::uint32_t(i);
    }
  }
  __syncthreads();
  for (unsigned job = 0; job < jobs; ++job)
    for (std::uint32_t b = from[job] + threadIdx.x; b <= to[job]; b += threads) at[b] = place[job];
}

__global__ void widths_kernel(const std::uint32_t* at, std::uint32_t* bins, int bin_count) {
  for (int b = blockIdx.x * blockDim.x + threadIdx.x; b < bin_count; b += gridDim.x * blockDim.x)
    bins[b] = at[b + 1] - at[b];
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  std::uint32_t *sorted = nullptr, *at = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sorted, (n + 1) * sizeof(std::uint32_t), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&at, (std::size_t(bin_count) + 1) * sizeof(std::uint32_t), stream));
  if (n > 0) sort(in, sorted, n, stream);
  begins_kernel<<<unsigned(n / threads + 1), threads, 0, stream>>>(sorted, n, at, std::uint32_t(bin_count));
  WARPGRADE_CHECK_LAUNCH();
  widths_kernel<<<128, 128, 0, stream>>>(at, bins, bin_count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(at, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
