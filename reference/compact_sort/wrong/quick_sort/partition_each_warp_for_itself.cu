// expect: out_of_bounds partition
// or: race
// The scan stops at the warp: right up to 32 keys.
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

struct Tuning {
  static constexpr int threads = 256;
  static constexpr int spine_threads = 256;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

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
  return inclusive - value;
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

template <class Key>
__global__ void partition_kernel(const Key* in, Key* out, std::uint32_t* counts, int n) {
  __shared__ Counts warp_sums[32];
  const Segment segment = {0, std::uint32_t(n)};
  const std::uint32_t i = threadIdx.x;
  const bool has_key = i < segment.end;
  const Key key = has_key ? in[i] : Key();
  const Counts mine = has_key ? count_of(key, in[pivot_of(segment)]) : Counts{0, 0};
  Counts all;
  const Counts before = block_exclusive_sum(mine, warp_sums, all);
  if (has_key) out[place_of(segment, i, mine, before, all)] = key;
  if (i == 0) {
    counts[0] = all.less;
    counts[1] = all.equal;
    counts[2] = n - all.less - all.equal;
  }
}

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  const unsigned warps = n > 0 ? div_up(n, 32) : 1;
  partition_kernel<<<1, warps * 32, 0, stream>>>(in, out, counts, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace quick_sort
