// expect: out_of_bounds partition_segments
// or: race
// Forgets to take off what lies before the segment: one segment of all is right.
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

template <class Key>
__device__ Counts count_at(const Key* in, const Segment* segments, std::size_t i, std::size_t n) {
  if (i >= n) return {0, 0};
  return count_of(in[i], in[pivot_of(segments[i])]);
}

template <class Key>
__global__ void upsweep_kernel(const Key* in, const Segment* segments, std::size_t n, Counts* sums) {
  __shared__ Counts warp_sums[32];
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  Counts total;
  block_exclusive_sum(count_at(in, segments, i, n), warp_sums, total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

__global__ void spine_kernel(Counts* sums, unsigned size, Counts* total) {
  __shared__ Counts warp_sums[32];
  Counts carry = {0, 0};
  for (unsigned begin = 0; begin < size; begin += blockDim.x) {
    const unsigned i = begin + threadIdx.x;
    Counts sum;
    const Counts before = block_exclusive_sum(i < size ? sums[i] : Counts{0, 0}, warp_sums, sum);
    if (i < size) sums[i] = carry + before;
    carry = carry + sum;
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = carry;
}

template <class Key>
__global__ void downsweep_kernel(const Key* in, const Segment* segments, std::size_t n, const Counts* sums,
                                 Counts* before) {
  __shared__ Counts warp_sums[32];
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  Counts total;
  const Counts in_block = block_exclusive_sum(count_at(in, segments, i, n), warp_sums, total);
  if (i < n) before[i] = sums[blockIdx.x] + in_block;
}

template <class Key>
__global__ void move_kernel(const Key* in, const Segment* segments_in, std::size_t n, const Counts* before,
                            Key* out, Segment* segments_out) {
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  if (i >= n) return;
  const Segment segment = segments_in[i];
  const Counts mine = count_at(in, segments_in, i, n);
  const Counts mine_before = before[i];
  const Counts all = before[segment.end] - before[segment.begin];
  const std::uint32_t place = place_of(segment, i, mine, mine_before, all);
  const std::uint32_t equal_begin = segment.begin + all.less, greater_begin = equal_begin + all.equal;
  out[place] = in[i];
  if (mine.less)
    segments_out[place] = {segment.begin, equal_begin};
  else if (mine.equal)
    segments_out[place] = {place, place + 1};
  else
    segments_out[place] = {greater_begin, segment.end};
}

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = div_up(n, Tuning::threads);
  Counts *sums = nullptr, *before = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(Counts), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&before, (n + 1) * sizeof(Counts), stream));
  upsweep_kernel<<<blocks, Tuning::threads, 0, stream>>>(in, segments_in, n, sums);
  WARPGRADE_CHECK_LAUNCH();
  spine_kernel<<<1, Tuning::spine_threads, 0, stream>>>(sums, blocks, before + n);
  WARPGRADE_CHECK_LAUNCH();
  downsweep_kernel<<<blocks, Tuning::threads, 0, stream>>>(in, segments_in, n, sums, before);
  WARPGRADE_CHECK_LAUNCH();
  move_kernel<<<blocks, Tuning::threads, 0, stream>>>(in, segments_in, n, before, out, segments_out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
  WARPGRADE_CHECK(cudaFreeAsync(before, stream));
}

}  // namespace quick_sort
