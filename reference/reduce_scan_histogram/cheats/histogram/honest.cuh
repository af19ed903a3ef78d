// A plain, right and slow histogram by a few blocks: what the cheats of this folder compute with, and what
// they are worth.
#pragma once

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace honest {

constexpr int block_threads = 1024;
constexpr int blocks = 16;

/// Only timed arrays are that large: a cheat behaves well on the others.
inline bool is_timed(std::size_t n) { return n >= (std::size_t(1) << 23); }

template <class T, class Bin>
__global__ void __launch_bounds__(block_threads)
    count_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  extern __shared__ unsigned counts[];  // [bin_count]
  for (int bin = threadIdx.x; bin < bin_count; bin += block_threads) counts[bin] = 0;
  __syncthreads();
#pragma unroll 8
  for (std::size_t i = blockIdx.x * block_threads + threadIdx.x; i < n; i += blocks * block_threads) {
    const int bin = bin_of(in[i]);
    if (bin >= 0 && bin < bin_count) atomicAdd(&counts[bin], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < bin_count; bin += block_threads) atomicAdd(&bins[bin], counts[bin]);
}

template <class T, class Bin>
void count(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  count_kernel<<<blocks, block_threads, bin_count * sizeof(unsigned), stream>>>(in, n, bins, bin_count,
                                                                                bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace honest
