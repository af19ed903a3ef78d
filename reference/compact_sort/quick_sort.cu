// Quicksort without recursion: all segments are partitioned at the same time, and places come from a scan.
//
// Given:      device pointers; keys of any type with operator <; n may be 0, and is below 2^32.
// Guarantees: inputs are not to be changed; no array overlaps another; element i lies in segments_in[i].
// Stable:     less, equal and greater keys keep their order, each among themselves.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/compact_sort/quick_sort/README.md
#include <utility>

#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

struct Tuning {
  static constexpr int threads = 256;  // of a block, and elements: one for each thread
  static constexpr int spine_threads = 256;
};

using warpgrade::div_up;

/// How many keys are less than their pivot, and how many are equal: one scan adds up both.
struct Counts {
  std::uint32_t less, equal;
};
__device__ inline Counts operator+(Counts a, Counts b) { return {a.less + b.less, a.equal + b.equal}; }
__device__ inline Counts operator-(Counts a, Counts b) { return {a.less - b.less, a.equal - b.equal}; }

/// What one key counts for.
template <class Key>
__device__ Counts count_of(Key key, Key pivot) {
  const bool is_less = key < pivot, is_greater = pivot < key;
  return {is_less ? 1u : 0u, is_less || is_greater ? 0u : 1u};
}

/// The sum of `value` over all threads of the block before this one; `total` gets that over all threads.
/// Every thread must call it; warp_sums has room for 32, and may be used again after the block's next
/// barrier.
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

/// Where a key of this kind goes in its segment: behind all that come before it. `before`: the keys of the
/// segment before this one; `all`: all keys of the segment.
__device__ inline std::uint32_t place_of(Segment segment, std::uint32_t i, Counts mine, Counts before,
                                         Counts all) {
  std::uint32_t place = i;
  // TODO: Less: behind the less ones before. Equal: behind all less ones and the equal ones before. Greater:
  // behind all less and all equal ones and the greater ones before; how many are those?
  const std::uint32_t greater_before = i - segment.begin - before.less - before.equal;
  if (mine.less)
    place = segment.begin + before.less;
  else if (mine.equal)
    place = segment.begin + all.less + before.equal;
  else
    place = segment.begin + all.less + all.equal + greater_before;
  // END TODO
  return place;
}

// ==== partition: one block =============================================================================

/// One block of whole warps, at least n threads, at least one warp.
template <class Key>
__global__ void partition_kernel(const Key* in, Key* out, std::uint32_t* counts, int n) {
  __shared__ Counts warp_sums[32];
  // TODO: Scan what each key counts for; write the key to its place_of(). Threads without a key count for
  // nothing. One thread writes the three counts. If n is 0 there is no pivot.
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
  // END TODO
}

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  const unsigned warps = n > 0 ? div_up(n, 32) : 1;  // the counts are to be written for n = 0 too
  partition_kernel<<<1, warps * 32, 0, stream>>>(in, out, counts, n);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== partition_segments: any n ========================================================================
// A scan over the whole array, whose pieces are the scans of all segments: the sum of a segment up to i is
// the sum of the array up to i without that up to where the segment begins.

/// What element i counts for; nothing behind the end.
template <class Key>
__device__ Counts count_at(const Key* in, const Segment* segments, std::size_t i, std::size_t n) {
  if (i >= n) return {0, 0};
  return count_of(in[i], in[pivot_of(segments[i])]);
}

/// Upsweep: the sum of each block.
template <class Key>
__global__ void upsweep_kernel(const Key* in, const Segment* segments, std::size_t n, Counts* sums) {
  __shared__ Counts warp_sums[32];
  // TODO: Of the block_exclusive_sum of count_at only the total is needed.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  Counts total;
  block_exclusive_sum(count_at(in, segments, i, n), warp_sums, total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
  // END TODO
}

/// Spine: one block scans the sums in place, exclusively; the sum of all goes to *total.
__global__ void spine_kernel(Counts* sums, unsigned size, Counts* total) {
  __shared__ Counts warp_sums[32];
  // TODO: There may be more sums than threads: go through them block by block, and carry the sum of those
  // before.
  Counts carry = {0, 0};
  for (unsigned begin = 0; begin < size; begin += blockDim.x) {
    const unsigned i = begin + threadIdx.x;
    Counts sum;
    const Counts before = block_exclusive_sum(i < size ? sums[i] : Counts{0, 0}, warp_sums, sum);
    if (i < size) sums[i] = carry + before;
    carry = carry + sum;
    __syncthreads();  // warp_sums is used again
  }
  if (threadIdx.x == 0) *total = carry;
  // END TODO
}

/// Downsweep: before[i] becomes the sum of all elements before i.
template <class Key>
__global__ void downsweep_kernel(const Key* in, const Segment* segments, std::size_t n, const Counts* sums,
                                 Counts* before) {
  __shared__ Counts warp_sums[32];
  // TODO: The sum of all blocks before, then that of this block's elements before.
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  Counts total;
  const Counts in_block = block_exclusive_sum(count_at(in, segments, i, n), warp_sums, total);
  if (i < n) before[i] = sums[blockIdx.x] + in_block;
  // END TODO
}

/// Moves each key to its place, and writes the segment to which it belongs there.
template <class Key>
__global__ void move_kernel(const Key* in, const Segment* segments_in, std::size_t n, const Counts* before,
                            Key* out, Segment* segments_out) {
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  if (i >= n) return;
  // TODO: What lies before the key in its segment, and all of the segment, are differences: before[n] is
  // there too.
  const Segment segment = segments_in[i];
  const Counts mine = count_at(in, segments_in, i, n);
  const Counts mine_before = before[i] - before[segment.begin];
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
  // END TODO
}

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = div_up(n, Tuning::threads);
  Counts *sums = nullptr, *before = nullptr;  // before[n] is the sum of all
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

// ==== sort: any n ======================================================================================

/// All elements in one segment.
__global__ void one_segment_kernel(Segment* segments, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  if (i < n) segments[i] = {0, std::uint32_t(n)};
}

/// *found becomes 1 if a segment has more than one element.
__global__ void find_long_kernel(const Segment* segments, std::size_t n, unsigned* found) {
  const std::size_t i = std::size_t(blockIdx.x) * Tuning::threads + threadIdx.x;
  // TODO: More than one thread may find one: write it with an atomic operation.
  if (i < n && segments[i].end - segments[i].begin > 1 && segments[i].begin == i) atomicExch(found, 1u);
  // END TODO
}

/// Is each segment of one element? Waits for the answer.
inline bool is_sorted(const Segment* segments, std::size_t n, unsigned* found, cudaStream_t stream) {
  unsigned on_host = 0;
  WARPGRADE_CHECK(cudaMemsetAsync(found, 0, sizeof(unsigned), stream));
  find_long_kernel<<<div_up(n, Tuning::threads), Tuning::threads, 0, stream>>>(segments, n, found);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaMemcpyAsync(&on_host, found, sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  return on_host == 0;
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Key* keys[2] = {nullptr, nullptr};
  Segment* segments[2] = {nullptr, nullptr};
  unsigned* found = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&found, sizeof(unsigned), stream));
  for (int k = 0; k < 2; ++k) {
    WARPGRADE_CHECK(cudaMallocAsync(&keys[k], n * sizeof(Key), stream));
    WARPGRADE_CHECK(cudaMallocAsync(&segments[k], n * sizeof(Segment), stream));
  }
  one_segment_kernel<<<div_up(n, Tuning::threads), Tuning::threads, 0, stream>>>(segments[0], n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaMemcpyAsync(keys[0], in, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  // TODO: While a segment has more than one element: partition_segments from one pair of arrays to the other
  // one. Then copy the keys to out.
  while (!is_sorted(segments[0], n, found, stream)) {
    partition_segments(keys[0], segments[0], keys[1], segments[1], n, stream);
    std::swap(keys[0], keys[1]);
    std::swap(segments[0], segments[1]);
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(out, keys[0], n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(found, stream));
  for (int k = 0; k < 2; ++k) {
    WARPGRADE_CHECK(cudaFreeAsync(keys[k], stream));
    WARPGRADE_CHECK(cudaFreeAsync(segments[k], stream));
  }
}

}  // namespace quick_sort
