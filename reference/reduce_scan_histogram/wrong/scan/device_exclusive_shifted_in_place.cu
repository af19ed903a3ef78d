// expect: race device_exclusive
// Scans inclusively, then moves every element one to the right in place: it may be overwritten before it is
// read.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr int tile = 1024;

/// Each block scans its tile and leaves its sum.
template <class T, class Op>
__global__ void scan_tiles(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T shared[tile];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * tile + t;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < tile; stride *= 2) {
    shared[t] = sum;
    __syncthreads();
    if (t >= stride) sum = op(shared[t - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  if (t == tile - 1) sums[blockIdx.x] = sum;
}

template <class T>
__global__ void shift(T* out, std::size_t n, T identity) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  const T left = i > 0 && i < n ? out[i - 1] : identity;
  __syncthreads();
  if (i < n) out[i] = left;
}

/// Puts the sum of all tiles before in front of each element.
template <class T, class Op>
__global__ void add_carry(T* out, std::size_t n, const T* carry, Op op) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  if (i < n) out[i] = op(carry[blockIdx.x], out[i]);
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + tile - 1) / tile;
  T *sums = nullptr, *carry = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carry, blocks * sizeof(T), stream));
  scan_tiles<<<blocks, tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  shift<<<blocks, tile, 0, stream>>>(out, n, identity);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    device_exclusive(sums, carry, blocks, identity, op, stream);
    add_carry<<<blocks, tile, 0, stream>>>(out, n, carry, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
