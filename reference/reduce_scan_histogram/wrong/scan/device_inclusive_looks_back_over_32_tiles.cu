// expect: race device_inclusive
// Looks back over 32 tiles, as many as a warp has lanes, and takes the last of them for the beginning.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__device__ T warp_inclusive(T value, Op op) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const T left = warpgrade::shfl_up(value, d);
    if (lane >= d) value = op(left, value);
  }
  return value;
}

/// The inclusive result of this thread from those of its warp and of what lies before it.
template <bool exclusive, class T, class Op>
__device__ T finish(T before, T in_warp, Op op) {
  const T left = warpgrade::shfl_up(in_warp, 1);
  if (!exclusive) return op(before, in_warp);
  return threadIdx.x % 32 ? op(before, left) : before;
}

constexpr int kThreads = 256, kWarps = kThreads / 32;
enum : int { kNothing, kAggregate, kPrefix };  // what a tile has published

template <class T>
struct Tiles {
  T *aggregate, *prefix;
  int* state;
  unsigned* ticket;
};

/// All that lies before the tile.
template <class T, class Op>
__device__ T look_back(const Tiles<T>& tiles, int tile, T identity, Op op) {
  T before = identity;
  for (int t = tile - 1; t >= std::max(0, tile - 32); --t) {
    int state;
    while ((state = atomicAdd(&tiles.state[t], 0)) == kNothing) {
    }
    __threadfence();
    if (state == kPrefix) return op(tiles.prefix[t], before);
    before = op(tiles.aggregate[t], before);
  }
  return before;
}

template <class T, class Op, bool exclusive>
__global__ void look_back_kernel(const T* in, T* out, std::size_t n, T identity, Op op, Tiles<T> tiles) {
  __shared__ int tile;
  __shared__ T totals[kWarps], carry;
  if (threadIdx.x == 0) tile = int(atomicAdd(tiles.ticket, 1u));
  __syncthreads();
  const std::size_t i = std::size_t(tile) * kThreads + threadIdx.x;
  const T mine = warp_inclusive(i < n ? in[i] : identity, op);
  if (threadIdx.x % 32 == 31) totals[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    T sum = identity;
    for (int w = 0; w < kWarps; ++w) {
      const T total = totals[w];
      totals[w] = sum;
      sum = op(sum, total);
    }
    tiles.aggregate[tile] = sum;
    __threadfence();
    atomicExch(&tiles.state[tile], kAggregate);
    carry = look_back(tiles, tile, identity, op);
    tiles.prefix[tile] = op(carry, sum);
    __threadfence();
    atomicExch(&tiles.state[tile], kPrefix);
  }
  __syncthreads();
  const T result = finish<exclusive>(op(carry, totals[threadIdx.x / 32]), mine, op);
  if (i < n) out[i] = result;
}

template <bool exclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t count = (n + kThreads - 1) / kThreads;
  Tiles<T> tiles;
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.aggregate, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.prefix, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.state, (count + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(tiles.state, 0, (count + 1) * sizeof(int), stream));
  tiles.ticket = reinterpret_cast<unsigned*>(tiles.state + count);
  look_back_kernel<T, Op, exclusive>
      <<<unsigned(count), kThreads, 0, stream>>>(in, out, n, identity, op, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tiles.aggregate, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.prefix, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.state, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<false>(in, out, n, identity, op, stream);
}

}  // namespace scan
