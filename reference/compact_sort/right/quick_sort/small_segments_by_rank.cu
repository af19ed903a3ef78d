// Right in another style: flags and places as plain arrays of numbers, one scan after the other; the sort
// takes the median of three as pivot, and ends as soon as all segments are short: then each key counts who
// comes before it.
#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

constexpr unsigned kBlock = 256, kShort = 16;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kBlock - 1) / kBlock); }

struct Middle {
  template <class Key>
  __device__ Key operator()(const Key* in, Segment s) const {
    return in[pivot_of(s)];
  }
};
struct MedianOfThree {
  template <class Key>
  __device__ Key operator()(const Key* in, Segment s) const {
    const Key a = in[s.begin], b = in[pivot_of(s)], c = in[s.end - 1];
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
  }
};

/// kind[i]: 0 less, 1 equal, 2 greater. is_less and is_equal have n + 1 places.
template <class Key, class Pivot>
__global__ void classify(const Key* in, const Segment* segments, unsigned n, Pivot pivot_in,
                         unsigned char* kind, unsigned* is_less, unsigned* is_equal) {
  for (unsigned i = blockIdx.x * kBlock + threadIdx.x; i <= n; i += gridDim.x * kBlock) {
    unsigned char k = 2;
    if (i < n) {
      const Key pivot = pivot_in(in, segments[i]);
      k = in[i] < pivot ? 0 : pivot < in[i] ? 2 : 1;
      kind[i] = k;
    }
    is_less[i] = k == 0;
    is_equal[i] = k == 1;
  }
}

/// Exclusive, in place, by one warp a block over its 256 numbers; the sum of the block goes to sums.
__global__ void scan_blocks(unsigned* data, unsigned size, unsigned* sums) {
  const unsigned lane = threadIdx.x;
  unsigned carry = 0;
  for (unsigned row = 0; row < kBlock; row += 32) {
    const unsigned i = blockIdx.x * kBlock + row + lane, value = i < size ? data[i] : 0;
    unsigned sum = value;
    for (int d = 1; d < 32; d *= 2) {
      const unsigned left = __shfl_up_sync(~0u, sum, d);
      if (lane >= unsigned(d)) sum += left;
    }
    if (i < size) data[i] = carry + sum - value;
    carry += __shfl_sync(~0u, sum, 31);
  }
  if (lane == 0) sums[blockIdx.x] = carry;
}

__global__ void add_sums(unsigned* data, unsigned size, const unsigned* sums) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  if (i < size) data[i] += sums[blockIdx.x];
}

/// As many levels as it takes.
inline void scan(unsigned* data, unsigned size, cudaStream_t stream) {
  const unsigned blocks = blocks_for(size);
  unsigned* sums;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(unsigned), stream));
  scan_blocks<<<blocks, 32, 0, stream>>>(data, size, sums);
  if (blocks > 1) {
    scan(sums, blocks, stream);
    add_sums<<<blocks, kBlock, 0, stream>>>(data, size, sums);
  }
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

template <class Key>
__global__ void scatter(const Key* in, const Segment* segments, unsigned n, const unsigned char* kind,
                        const unsigned* less, const unsigned* equal, Key* out, Segment* segments_out,
                        unsigned* longest) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const Segment s = segments[i];
  const unsigned first_equal = s.begin + less[s.end] - less[s.begin];
  const unsigned first_greater = first_equal + equal[s.end] - equal[s.begin];
  const unsigned my_less = less[i] - less[s.begin], my_equal = equal[i] - equal[s.begin];
  unsigned to;
  Segment mine;
  switch (kind[i]) {
    case 0: to = s.begin + my_less, mine = {s.begin, first_equal}; break;
    case 1: to = first_equal + my_equal, mine = {to, to + 1}; break;
    default: to = first_greater + (i - s.begin - my_less - my_equal), mine = {first_greater, s.end};
  }
  out[to] = in[i];
  segments_out[to] = mine;
  if (longest != nullptr && to == mine.begin) atomicMax(longest, mine.end - mine.begin);
}

template <class Key, class Pivot>
void round(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out, unsigned n,
           Pivot pivot, unsigned* longest, cudaStream_t stream) {
  unsigned char* kind;
  unsigned* less;
  WARPGRADE_CHECK(cudaMallocAsync(&kind, n, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&less, 2 * (n + 1) * sizeof(unsigned), stream));
  unsigned* equal = less + n + 1;
  classify<<<min(blocks_for(n + 1), 512u), kBlock, 0, stream>>>(in, segments_in, n, pivot, kind, less, equal);
  scan(less, n + 1, stream);
  scan(equal, n + 1, stream);
  scatter<<<blocks_for(n), kBlock, 0, stream>>>(in, segments_in, n, kind, less, equal, out, segments_out,
                                                longest);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(kind, stream));
  WARPGRADE_CHECK(cudaFreeAsync(less, stream));
}

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  if (n > 0) round(in, segments_in, out, segments_out, unsigned(n), Middle(), nullptr, stream);
}

__global__ void fill(Segment* segments, unsigned n) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) segments[i] = {0, n};
}

template <class Key>
__global__ void finish(const Key* in, const Segment* segments, unsigned n, Key* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const Segment s = segments[i];
  unsigned to = s.begin;
  for (unsigned k = s.begin; k < s.end; ++k) to += in[k] < in[i] || (k < i && !(in[i] < in[k]));
  out[to] = in[i];
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Key* keys;
  Segment* segments;
  unsigned *longest, length = unsigned(n);
  WARPGRADE_CHECK(cudaMallocAsync(&keys, 2 * n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&segments, 2 * n * sizeof(Segment), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&longest, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(keys, in, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  fill<<<blocks_for(n), kBlock, 0, stream>>>(segments, unsigned(n));
  std::size_t now = 0, next = n;  // halves of the arrays
  while (length > kShort) {
    WARPGRADE_CHECK(cudaMemsetAsync(longest, 0, sizeof(unsigned), stream));
    round(keys + now, segments + now, keys + next, segments + next, unsigned(n), MedianOfThree(), longest,
          stream);
    WARPGRADE_CHECK(cudaMemcpyAsync(&length, longest, sizeof length, cudaMemcpyDeviceToHost, stream));
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
    const std::size_t old = now;
    now = next, next = old;
  }
  finish<<<blocks_for(n), kBlock, 0, stream>>>(keys + now, segments + now, unsigned(n), out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(segments, stream));
  WARPGRADE_CHECK(cudaFreeAsync(longest, stream));
}

/// One block of eight warps: each takes rows of 32 keys in turn, and one thread adds up the rows.
template <class Key>
__global__ void partition_rows(const Key* in, Key* out, std::uint32_t* counts, int n) {
  __shared__ unsigned less[33], equal[33];
  const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
  const Key pivot = n > 0 ? in[pivot_of({0, unsigned(n)})] : Key();
  for (int pass = 0; pass < 2; ++pass) {
    for (int row = threadIdx.x / 32; row < 32; row += kBlock / 32) {
      const int i = row * 32 + int(lane);
      const bool has_key = i < n;
      const Key key = has_key ? in[i] : pivot;
      const bool is_less = has_key && key < pivot, is_greater = has_key && pivot < key;
      const bool is_equal = has_key && !is_less && !is_greater;
      const unsigned lesser = __ballot_sync(~0u, is_less), equals = __ballot_sync(~0u, is_equal);
      if (pass == 0) {
        if (lane == 0) less[row] = __popc(lesser), equal[row] = __popc(equals);
        continue;
      }
      const unsigned l = less[row] + __popc(lesser & below), e = equal[row] + __popc(equals & below);
      if (has_key) out[is_less ? l : is_equal ? less[32] + e : less[32] + equal[32] + i - l - e] = key;
    }
    __syncthreads();
    if (pass == 0 && threadIdx.x == 0) {
      unsigned l = 0, e = 0;
      for (int row = 0; row <= 32; ++row) {
        const unsigned row_l = row < 32 ? less[row] : 0, row_e = row < 32 ? equal[row] : 0;
        less[row] = l, equal[row] = e;
        l += row_l, e += row_e;
      }
      counts[0] = l, counts[1] = e, counts[2] = n - l - e;
    }
    __syncthreads();
  }
}

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  partition_rows<<<1, kBlock, 0, stream>>>(in, out, counts, n);
}

}  // namespace quick_sort
