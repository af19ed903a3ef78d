// Right in another style: segmented scans by the operator on (flag, value), which forgets all before a flag
// (Schwartz 1980; Blelloch 1990). Blocks scan by doubling strides; the totals of a segment stand at its last
// element.
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

constexpr int kThreads = 128;

struct Sums {
  unsigned flag, less, equal;
};
__device__ Sums join(Sums a, Sums b) {
  if (b.flag) return b;
  return {a.flag, a.less + b.less, a.equal + b.equal};
}

/// The inclusive scan over the block, in its order. All threads call it.
__device__ Sums block_scan(Sums mine, Sums* shared) {
  const int t = threadIdx.x, size = blockDim.x;
  shared[t] = mine;
  __syncthreads();
  for (int stride = 1; stride < size; stride <<= 1) {
    Sums left = {0, 0, 0};
    if (t >= stride) left = shared[t - stride];
    __syncthreads();
    if (t >= stride) shared[t] = mine = join(left, mine);
    __syncthreads();
  }
  return mine;
}

template <class Key>
__device__ Sums sums_of(const Key* in, const Segment* segments, std::size_t i) {
  const Segment segment = segments[i];
  const Key key = in[i], pivot = in[pivot_of(segment)];
  return {i == segment.begin, key < pivot, !(key < pivot) && !(pivot < key)};
}

template <class Key>
__global__ void scan_kernel(const Key* in, const Segment* segments, std::size_t n, Sums* scanned,
                            Sums* totals) {
  __shared__ Sums shared[kThreads];
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  Sums mine = {0, 0, 0};
  if (i < n) mine = sums_of(in, segments, i);
  mine = block_scan(mine, shared);
  if (i < n) scanned[i] = mine;
  if (threadIdx.x == kThreads - 1) totals[blockIdx.x] = mine;
}

/// One block: the totals become what lies before each block.
__global__ void carry_kernel(Sums* totals, int count) {
  __shared__ Sums shared[kThreads];
  Sums carry = {0, 0, 0};
  for (int first = 0; first < count; first += kThreads) {
    const int i = first + threadIdx.x;
    Sums mine = {0, 0, 0};
    if (i < count) mine = totals[i];
    block_scan(mine, shared);
    const Sums left = threadIdx.x > 0 ? join(carry, shared[threadIdx.x - 1]) : carry;
    if (i < count) totals[i] = left;
    carry = join(carry, shared[kThreads - 1]);
    __syncthreads();
  }
}

__global__ void add_carry_kernel(Sums* scanned, std::size_t n, const Sums* carries) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) scanned[i] = join(carries[blockIdx.x], scanned[i]);
}

template <class Key>
__global__ void permute_kernel(const Key* in, const Segment* segments, std::size_t n, const Sums* scanned,
                               Key* out, Segment* segments_out) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  const Segment s = segments[i];
  const Sums mine = sums_of(in, segments, i), upto = scanned[i], all = scanned[s.end - 1];
  const unsigned equal_at = s.begin + all.less, greater_at = equal_at + all.equal;
  unsigned to;
  Segment segment;
  if (mine.less) {
    to = s.begin + upto.less - 1;
    segment = {s.begin, equal_at};
  } else if (mine.equal) {
    to = equal_at + upto.equal - 1;
    segment = {to, to + 1};
  } else {
    to = greater_at + (i - s.begin) - upto.less - upto.equal;
    segment = {greater_at, s.end};
  }
  out[to] = in[i];
  segments_out[to] = segment;
}

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = int((n + kThreads - 1) / kThreads);
  Sums *scanned, *totals;
  WARPGRADE_CHECK(cudaMallocAsync(&scanned, n * sizeof(Sums), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(Sums), stream));
  scan_kernel<<<blocks, kThreads, 0, stream>>>(in, segments_in, n, scanned, totals);
  carry_kernel<<<1, kThreads, 0, stream>>>(totals, blocks);
  add_carry_kernel<<<blocks, kThreads, 0, stream>>>(scanned, n, totals);
  permute_kernel<<<blocks, kThreads, 0, stream>>>(in, segments_in, n, scanned, out, segments_out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scanned, stream));
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

/// The same scan in one block, whose last place holds the totals.
template <class Key>
__global__ void partition_kernel(const Key* in, Key* out, std::uint32_t* counts, int n) {
  __shared__ Sums shared[1024];
  const int i = threadIdx.x;
  Sums mine = {0, 0, 0};
  if (i < n) mine = {i == 0, in[i] < in[n / 2], !(in[i] < in[n / 2]) && !(in[n / 2] < in[i])};
  const Sums upto = block_scan(mine, shared), all = shared[blockDim.x - 1];
  const int greater = i - int(upto.less + upto.equal);
  if (i < n)
    out[mine.less    ? upto.less - 1
        : mine.equal ? all.less + upto.equal - 1
                     : all.less + all.equal + greater] = in[i];
  if (i < 3) counts[i] = i == 0 ? all.less : i == 1 ? all.equal : n - all.less - all.equal;
}

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  partition_kernel<<<1, 1024, 0, stream>>>(in, out, counts, n);
}

__global__ void one_segment_kernel(Segment* segments, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) segments[i] = {0, n};
}

__global__ void longest_kernel(const Segment* segments, unsigned n, unsigned* longest) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(longest, segments[i].end - segments[i].begin);
}

/// How long the longest segment is, is asked every second round.
template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Segment *a, *b;
  Key* other;
  unsigned *longest, length = 0;
  WARPGRADE_CHECK(cudaMallocAsync(&a, n * sizeof(Segment), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&b, n * sizeof(Segment), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&longest, sizeof length, stream));
  const unsigned blocks = unsigned((n + 255) / 256);
  one_segment_kernel<<<blocks, 256, 0, stream>>>(a, unsigned(n));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaMemcpyAsync(out, in, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  while (length != 1) {
    partition_segments(out, a, other, b, n, stream);
    partition_segments(other, b, out, a, n, stream);
    WARPGRADE_CHECK(cudaMemsetAsync(longest, 0, sizeof length, stream));
    longest_kernel<<<blocks, 256, 0, stream>>>(a, unsigned(n), longest);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaMemcpyAsync(&length, longest, sizeof length, cudaMemcpyDeviceToHost, stream));
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  }
  WARPGRADE_CHECK(cudaFreeAsync(a, stream));
  WARPGRADE_CHECK(cudaFreeAsync(b, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
  WARPGRADE_CHECK(cudaFreeAsync(longest, stream));
}

}  // namespace quick_sort
