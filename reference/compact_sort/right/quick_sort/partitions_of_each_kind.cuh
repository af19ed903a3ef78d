// Partitions by a scan of each kind: a flag for each kind of key in memory, and a scan of n + 1 numbers for
// each kind, all in blocks of 1024 threads by doubling strides. Threads behind the end read the last key
// again.
#pragma once

#include <algorithm>

#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

constexpr unsigned kThreads = 1024;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

/// The sum over the threads up to this one.
__device__ inline unsigned block_inclusive(unsigned value, unsigned* shared) {
  const unsigned t = threadIdx.x;
  shared[t] = value;
  __syncthreads();
  for (unsigned stride = 1; stride < kThreads; stride *= 2) {
    const unsigned left = t >= stride ? shared[t - stride] : 0;
    __syncthreads();
    shared[t] += left;
    __syncthreads();
  }
  return shared[t];
}

/// 0: less than the pivot, 1: equal, 2: greater.
template <class Key>
__device__ int kind_of(Key key, Key pivot) {
  if (key < pivot) return 0;
  return pivot < key ? 2 : 1;
}

// ==== partition ========================================================================================

template <class Key>
__global__ void partition_kernel(const Key* in, Key* out, std::uint32_t* counts, int n) {
  __shared__ unsigned shared[kThreads];
  __shared__ unsigned totals[3];
  const int t = threadIdx.x, i = n > 0 ? std::min(t, n - 1) : 0;
  const int kind = n > 0 ? kind_of(in[i], in[n / 2]) : 0;
  unsigned before[3];
  for (int k = 0; k < 3; ++k) {
    const unsigned mine = t < n && kind == k ? 1 : 0;
    const unsigned upto = block_inclusive(mine, shared);
    before[k] = upto - mine;
    if (t == int(kThreads) - 1) totals[k] = upto;
    __syncthreads();
  }
  unsigned place = before[kind];
  for (int k = 0; k < kind; ++k) place += totals[k];
  if (t < n) out[place] = in[t];
  if (t < 3) counts[t] = totals[t];
}

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  partition_kernel<<<1, kThreads, 0, stream>>>(in, out, counts, n);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== partition_segments ===============================================================================

static __global__ void scan_blocks(const unsigned* in, unsigned* out, unsigned size, unsigned* sums) {
  __shared__ unsigned shared[kThreads];
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned value = i < size ? in[i] : 0, upto = block_inclusive(value, shared);
  if (i < size) out[i] = upto - value;
  if (threadIdx.x == kThreads - 1) sums[blockIdx.x] = upto;
}

static __global__ void add_sums(unsigned* data, unsigned size, const unsigned* sums) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i < size) data[i] += sums[blockIdx.x];
}

/// Exclusive; the sums of the blocks likewise, as long as there are several.
inline void scan(const unsigned* in, unsigned* out, unsigned size, cudaStream_t stream) {
  const unsigned blocks = blocks_for(size);
  unsigned* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, 2 * blocks * sizeof(unsigned), stream));
  scan_blocks<<<blocks, kThreads, 0, stream>>>(in, out, size, sums);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    scan(sums, sums + blocks, blocks, stream);
    add_sums<<<blocks, kThreads, 0, stream>>>(out, size, sums + blocks);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

/// flags[k]: n + 1 of them, of which the last one is 0.
template <class Key>
__global__ void flag_kernel(const Key* in, const Segment* segments, unsigned n, unsigned* flags) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i > n) return;
  const int kind = i < n ? kind_of(in[i], in[pivot_of(segments[i])]) : 3;
  for (int k = 0; k < 3; ++k) flags[k * (n + 1) + i] = kind == k ? 1 : 0;
}

template <class Key>
__global__ void move_kernel(const Key* in, const Segment* segments_in, unsigned n, const unsigned* flags,
                            const unsigned* before, Key* out, Segment* segments_out) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  const Segment segment = segments_in[i];
  unsigned begin = segment.begin;  // of this kind of keys in the segment
  for (int k = 0; k < 3; ++k) {
    const unsigned* const kind = before + k * (n + 1);
    const unsigned end = begin + kind[segment.end] - kind[segment.begin];
    if (flags[k * (n + 1) + i] != 0) {
      const unsigned place = begin + kind[i] - kind[segment.begin];
      out[place] = in[i];
      segments_out[place] = k == 1 ? Segment{place, place + 1} : Segment{begin, end};
    }
    begin = end;
  }
}

template <class Key>
void partition_segments(const Key* in, const Segment* segments_in, Key* out, Segment* segments_out,
                        std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned size = unsigned(n) + 1;
  unsigned *flags = nullptr, *before = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&flags, 3 * size * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&before, 3 * size * sizeof(unsigned), stream));
  flag_kernel<<<blocks_for(size), kThreads, 0, stream>>>(in, segments_in, unsigned(n), flags);
  WARPGRADE_CHECK_LAUNCH();
  for (int k = 0; k < 3; ++k) scan(flags + k * size, before + k * size, size, stream);
  move_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, segments_in, unsigned(n), flags, before, out,
                                                      segments_out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(flags, stream));
  WARPGRADE_CHECK(cudaFreeAsync(before, stream));
}

}  // namespace quick_sort
