#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr int tile = 1024, warps = tile / 32;

using warpgrade::div_up;

/// Inclusive; the last thread has the sum of all.
template <class T, class Op>
__device__ T block_scan(T value, T identity, Op op, T* warp_sums) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(value, delta);
    if (lane >= delta) value = op(left, value);
  }
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  T before = identity;
  for (unsigned w = 0; w < warp; ++w) before = op(before, warp_sums[w]);
  return op(before, value);
}

template <class T, class Op>
__global__ void scan_tiles(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T warp_sums[warps];
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  const T sum = block_scan(i < n ? in[i] : identity, identity, op, warp_sums);
  if (i < n) out[i] = sum;
  if (threadIdx.x == tile - 1) sums[blockIdx.x] = sum;
}

template <class T, class Op>
__global__ void scan_sums(T* sums, unsigned count, T identity, Op op) {
  __shared__ T warp_sums[warps], total;
  T before = identity;
  T next = threadIdx.x < count ? sums[threadIdx.x] : identity;
  for (unsigned first = 0; first < count; first += tile) {
    const T mine = next;
    if (first + tile < count) next = sums[first + tile + threadIdx.x];
    const T sum = block_scan(mine, identity, op, warp_sums);
    if (threadIdx.x == tile - 1) total = sum;
    if (first + threadIdx.x < count) sums[first + threadIdx.x] = op(before, sum);
    __syncthreads();
    before = op(before, total);
    __syncthreads();
  }
}

template <class T, class Op>
__global__ void add_sums(T* out, std::size_t n, Op op, const T* sums) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] = op(sums[blockIdx.x - 1], out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned tiles = div_up(n, tile);
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, div_up(tiles, tile) * tile * sizeof(T), stream));
  scan_tiles<<<tiles, tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  scan_sums<<<1, tile, 0, stream>>>(sums, tiles, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  add_sums<<<tiles, tile, 0, stream>>>(out, n, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
