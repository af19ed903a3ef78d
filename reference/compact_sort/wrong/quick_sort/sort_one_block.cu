#include <utility>

#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

constexpr unsigned kThreads = 1024;

struct Counts {
  std::uint32_t less, equal;
};
__device__ inline Counts operator+(Counts a, Counts b) { return {a.less + b.less, a.equal + b.equal}; }
__device__ inline Counts operator-(Counts a, Counts b) { return {a.less - b.less, a.equal - b.equal}; }

template <class Key>
__device__ Counts count_of(Key key, Key pivot) {
  const bool is_less = key < pivot, is_greater = pivot < key;
  return {is_less ? 1u : 0u, is_less || is_greater ? 0u : 1u};
}

__device__ inline Counts block_exclusive_sum(Counts value, Counts* warp_sums, Counts& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Counts inclusive = value;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const Counts left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive = inclusive + left;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  Counts before = {0, 0};
  total = {0, 0};
  for (unsigned w = 0; w < blockDim.x / 32; ++w) {
    if (w == warp) before = total;
    total = total + warp_sums[w];
  }
  return before + inclusive - value;
}

__device__ inline std::uint32_t place_of(Segment segment, std::uint32_t i, Counts mine, Counts before,
                                         Counts all) {
  std::uint32_t place = i;
  const std::uint32_t greater_before = i - segment.begin - before.less - before.equal;
  if (mine.less)
    place = segment.begin + before.less;
  else if (mine.equal)
    place = segment.begin + all.less + before.equal;
  else
    place = segment.begin + all.less + all.equal + greater_before;
  return place;
}

/// keys and segments: two of each, one behind the other.
template <class Key>
__global__ void sort_kernel(const Key* in, Key* out, std::uint32_t n, Key* keys, Segment* segments,
                            Counts* before) {
  __shared__ Counts warp_sums[32];
  const unsigned t = threadIdx.x;
  for (std::uint32_t i = t; i < n; i += kThreads) {
    keys[i] = in[i];
    segments[i] = {0, n};
  }
  std::uint32_t from = 0, to = n;
  for (bool go_on = n > 1; go_on;) {
    __syncthreads();

    // What lies before each key, tile by tile
    Counts carry = {0, 0};
    for (std::uint32_t tile = 0; tile < n; tile += kThreads) {
      const std::uint32_t i = tile + t;
      const bool has_key = i < n;
      const Counts mine =
          has_key ? count_of(keys[from + i], keys[from + pivot_of(segments[from + i])]) : Counts{0, 0};
      Counts total;
      const Counts sum = block_exclusive_sum(mine, warp_sums, total);
      if (has_key) before[i] = carry + sum;
      carry = carry + total;
      __syncthreads();
    }
    if (t == 0) before[n] = carry;
    __syncthreads();

    // Move
    bool is_long = false;
    for (std::uint32_t i = t; i < n; i += kThreads) {
      const Segment segment = segments[from + i];
      const Key key = keys[from + i];
      const Counts mine = count_of(key, keys[from + pivot_of(segment)]), start = before[segment.begin];
      const Counts all = before[segment.end] - start;
      const std::uint32_t place = place_of(segment, i, mine, before[i] - start, all);
      const std::uint32_t equal = segment.begin + all.less, greater = equal + all.equal;
      const Segment next = mine.less    ? Segment{segment.begin, equal}
                           : mine.equal ? Segment{place, place + 1}
                                        : Segment{greater, segment.end};
      keys[to + place] = key;
      segments[to + place] = next;
      is_long |= next.end - next.begin > 1;
    }
    go_on = __syncthreads_or(is_long);
    const std::uint32_t old = from;
    from = to, to = old;
  }
  for (std::uint32_t i = t; i < n; i += kThreads) out[i] = keys[from + i];
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Key* keys = nullptr;
  Segment* segments = nullptr;
  Counts* before = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&keys, 2 * n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&segments, 2 * n * sizeof(Segment), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&before, (n + 1) * sizeof(Counts), stream));
  sort_kernel<<<1, kThreads, 0, stream>>>(in, out, std::uint32_t(n), keys, segments, before);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(segments, stream));
  WARPGRADE_CHECK(cudaFreeAsync(before, stream));
}

}  // namespace quick_sort
