// Right in the style of a library: runs are numbered in one pass, whose tiles take tickets and look back
// (Merrill & Garland, 2016). For the histogram each thread has eight bins in a row: one search, then a walk
// from bin to bin by searches that start where the last one ended.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

constexpr unsigned threads = 128, items = 4, tile_size = threads * items, warps = threads / 32;
constexpr unsigned sum_flag = 1u << 30, prefix_flag = 1u << 31, value_mask = sum_flag - 1;

/// state[0] is the ticket; state[1 + t] what tile t has published.
template <class T>
__global__ void runs_kernel(const T* in, std::size_t n, T* values, unsigned* begins, unsigned* runs,
                            unsigned* state) {
  __shared__ unsigned tile, before_tile, warp_heads[warps];
  if (threadIdx.x == 0) tile = atomicAdd(state, 1u);
  __syncthreads();
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t begin = std::size_t(tile) * tile_size + warp * 32 * items + lane;

  // Rows of 32 elements: the votes of a row number its heads.
  unsigned rank[items], votes[items], count = 0;
  for (unsigned k = 0; k < items; ++k) {
    const std::size_t i = begin + k * 32;
    const bool head = i < n && (i == 0 || !(in[i - 1] == in[i]));
    votes[k] = __ballot_sync(~0u, head);
    rank[k] = count + __popc(votes[k] & ((1u << lane) - 1));
    count += __popc(votes[k]);
  }
  if (lane == 0) warp_heads[warp] = count;
  __syncthreads();

  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (unsigned w = 0; w < warps; ++w) {
      const unsigned heads = warp_heads[w];
      warp_heads[w] = sum;
      sum += heads;
    }
    unsigned before = 0;
    if (tile > 0) {
      atomicExch(&state[1 + tile], sum_flag | sum);
      for (unsigned t = tile; t-- > 0;) {
        unsigned seen = 0;
        while (seen == 0) seen = atomicAdd(&state[1 + t], 0u);
        before += seen & value_mask;
        if (seen & prefix_flag) break;
      }
    }
    atomicExch(&state[1 + tile], prefix_flag | (before + sum));
    before_tile = before;
    if ((std::size_t(tile) + 1) * tile_size >= n) *runs = before + sum;
  }
  __syncthreads();

  for (unsigned k = 0; k < items; ++k)
    if (votes[k] >> lane & 1) {
      const unsigned run = before_tile + warp_heads[warp] + rank[k];
      values[run] = in[begin + k * 32];
      begins[run] = unsigned(begin + k * 32);
    }
}

__global__ void counts_kernel(const unsigned* begins, const unsigned* runs, std::size_t n, unsigned* counts) {
  const unsigned all = *runs;
  for (unsigned r = blockIdx.x * threads + threadIdx.x; r < all; r += gridDim.x * threads)
    counts[r] = (r + 1 == all ? unsigned(n) : begins[r + 1]) - begins[r];
}

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(runs, 0, sizeof *runs, stream));
  if (n == 0) return;
  const unsigned tiles = unsigned((n + tile_size - 1) / tile_size);
  unsigned* memory;
  const std::size_t state_size = tiles + 1;
  WARPGRADE_CHECK(cudaMallocAsync(&memory, (state_size + n) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(memory, 0, state_size * sizeof(unsigned), stream));
  runs_kernel<<<tiles, threads, 0, stream>>>(in, n, values, memory + state_size, runs, memory);
  counts_kernel<<<min(tiles, 64u), threads, 0, stream>>>(memory + state_size, runs, n, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(memory, stream));
}

/// The first index from `from` on whose value is `value` or more.
__device__ unsigned search(const unsigned* sorted, unsigned from, unsigned n, unsigned value) {
  unsigned length = n - from;
  while (length > 0) {
    const unsigned half = length / 2;
    if (sorted[from + half] < value) {
      from += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  return from;
}

__global__ void bins_kernel(const unsigned* sorted, unsigned n, unsigned* bins, unsigned bin_count) {
  constexpr unsigned per_thread = 8;
  const unsigned first = (blockIdx.x * threads + threadIdx.x) * per_thread;
  const unsigned last = min(first + per_thread, bin_count);
  unsigned begin = first < last ? search(sorted, 0, n, first) : 0;
  for (unsigned b = first; b < last; ++b) {
    const unsigned end = search(sorted, begin, n, b + 1);
    bins[b] = end - begin;
    begin = end;
  }
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  unsigned* sorted;
  WARPGRADE_CHECK(cudaMallocAsync(&sorted, (n + 1) * sizeof(unsigned), stream));
  if (n > 0) sort(in, sorted, n, stream);
  bins_kernel<<<bin_count / (8 * threads) + 1, threads, 0, stream>>>(sorted, unsigned(n), bins,
                                                                     unsigned(bin_count));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
