#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr int tile = 1024;

/// Each block scans its tile and leaves its sum.
template <class T, class Op>
__global__ void scan_tiles(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T shared[tile], carry;
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * tile + t;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < tile; stride *= 2) {
    shared[t] = sum;
    __syncthreads();
    if (t >= stride) sum = op(shared[t - stride], sum);
    __syncthreads();
  }
  shared[t] = sum;
  if (t == tile - 1) sums[blockIdx.x] = sum;
  if (t == 0) {
    T before = identity;
    for (unsigned b = 0; b < blockIdx.x; ++b) before = op(before, sums[b]);
    carry = before;
  }
  __syncthreads();
  if (i < n) out[i] = t > 0 ? op(carry, shared[t - 1]) : carry;
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + tile - 1) / tile;
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  scan_tiles<<<blocks, tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
