// A scan in three fast kernels (reduce, spine, scan), for the cheats that only make sense on a kernel that is
// limited by memory. Right for sums of 4-byte elements in any number; other types take the honest way.
#pragma once

#include "honest.cuh"

namespace fast {

constexpr int block_threads = 256;
constexpr int blocks = 1024;  // the spine is one block with a thread for each

/// Exclusive over the block; `total` gets the sum of all. Ends with a barrier.
template <class T, class Op>
__device__ T block_scan(T value, T identity, Op op, T& total) {
  __shared__ T sums[1024];
  T sum = value;
  for (int stride = 1; stride < int(blockDim.x); stride *= 2) {
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (int(threadIdx.x) >= stride) sum = op(sums[threadIdx.x - stride], sum);
    __syncthreads();
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  total = sums[blockDim.x - 1];
  const T before = threadIdx.x > 0 ? sums[threadIdx.x - 1] : identity;
  __syncthreads();
  return before;
}

/// Block b's part begins at b · part, a multiple of a tile of 4 elements a thread.
template <class Op>
__global__ void upsweep_kernel(const int4* in, std::size_t part, int identity, Op op, int* sums) {
  int sum = identity, total;
  for (std::size_t i = threadIdx.x; i < part; i += block_threads) {
    const int4 v = in[blockIdx.x * part + i];
    sum = op(sum, op(op(v.x, v.y), op(v.z, v.w)));  // of a commutative op
  }
  block_scan(sum, identity, op, total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

template <class Op>
__global__ void __launch_bounds__(blocks) spine_kernel(int* sums, int identity, Op op) {
  int total;
  sums[threadIdx.x] = block_scan(sums[threadIdx.x], identity, op, total);
}

template <class Op>
__global__ void downsweep_kernel(const int4* in, int4* out, std::size_t part, int identity, Op op,
                                 const int* sums) {
  int before_tile = sums[blockIdx.x];
  for (std::size_t i = threadIdx.x; i < part; i += block_threads) {
    const int4 v = in[blockIdx.x * part + i];
    int total;
    const int xy = op(v.x, v.y);
    const int left = op(before_tile, block_scan(op(xy, op(v.z, v.w)), identity, op, total));
    out[blockIdx.x * part + i] = {left, op(left, v.x), op(left, xy), op(left, op(xy, v.z))};
    before_tile = op(before_tile, total);
  }
}

template <class T, class Op>
void scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr std::size_t grain = std::size_t(blocks) * block_threads * 4;
  if constexpr (std::is_same_v<T, int>) {
    if (n > 0 && n % grain == 0) {
      static int* sums = nullptr;
      if (!sums) WARPGRADE_CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
      const auto* from = reinterpret_cast<const int4*>(in);
      const std::size_t part = n / 4 / blocks;
      upsweep_kernel<<<blocks, block_threads, 0, stream>>>(from, part, identity, op, sums);
      spine_kernel<<<1, blocks, 0, stream>>>(sums, identity, op);
      downsweep_kernel<<<blocks, block_threads, 0, stream>>>(from, reinterpret_cast<int4*>(out), part,
                                                             identity, op, sums);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
  }
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace fast
