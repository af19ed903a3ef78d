// A plain, right and slow exclusive scan by one block: what the cheats of this folder compute with, and what
// they are worth.
#pragma once

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace honest {

constexpr int block_threads = 1024;
constexpr int run_length = 16;

/// Only timed arrays are that large: a cheat behaves well on the others.
inline bool is_timed(std::size_t n) { return n >= (std::size_t(1) << 23); }

/// Tile by tile: each thread adds up a run of its own, doubling strides over the sums of these in shared
/// memory, and what came before is carried on.
template <class T, class Op>
__global__ void __launch_bounds__(block_threads)
    scan_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  __shared__ T sums[block_threads];
  T before = identity;
  for (std::size_t begin = 0; begin < n; begin += block_threads * run_length) {
    const std::size_t mine = begin + threadIdx.x * run_length;
    T run[run_length];
    T sum = identity;
    for (int k = 0; k < run_length; ++k) {
      run[k] = mine + k < n ? in[mine + k] : identity;
      sum = op(sum, run[k]);
    }
    for (int stride = 1; stride < block_threads; stride *= 2) {
      sums[threadIdx.x] = sum;
      __syncthreads();
      if (int(threadIdx.x) >= stride) sum = op(sums[threadIdx.x - stride], sum);
      __syncthreads();
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    T left = threadIdx.x > 0 ? op(before, sums[threadIdx.x - 1]) : before;
    for (int k = 0; k < run_length; ++k) {
      if (mine + k < n) out[mine + k] = left;
      left = op(left, run[k]);
    }
    before = op(before, sums[block_threads - 1]);
    __syncthreads();
  }
}

template <class T, class Op>
void scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  scan_kernel<<<1, block_threads, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace honest
