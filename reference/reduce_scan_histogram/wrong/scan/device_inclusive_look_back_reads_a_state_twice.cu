// expect: race device_inclusive
// no_line: Every access is atomic or ordered: only the results show it, which depend on the order.
// Reads what a tile has published twice: once to choose what to add, once to know whether it may stop. In
// between the tile may have published its prefix. Then that is added, and the walk goes on past it.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr int kThreads = 256, kWarps = kThreads / 32, kItems = 16, kTile = kThreads * kItems;
enum : int { kNothing, kAggregate, kPrefix };  // what a tile has published

template <class T, class Op>
__device__ T warp_inclusive(T value, Op op) {
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    const T left = warpgrade::shfl_up(value, d);
    if (lane >= d) value = op(left, value);
  }
  return value;
}

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
  for (int t = tile - 1; t >= 0; --t) {
    int state;
    while ((state = atomicAdd(&tiles.state[t], 0)) == kNothing) {
    }
    const bool has_prefix = atomicAdd(&tiles.state[t], 0) == kPrefix;
    __threadfence();
    before = op(has_prefix ? tiles.prefix[t] : tiles.aggregate[t], before);
    if (state == kPrefix) break;
  }
  return before;
}

template <class T, class Op>
__global__ void look_back_kernel(const T* in, T* out, std::size_t n, T identity, Op op, Tiles<T> tiles) {
  __shared__ int tile;
  __shared__ T totals[kWarps], carry;
  if (threadIdx.x == 0) tile = int(atomicAdd(tiles.ticket, 1u));
  __syncthreads();
  const std::size_t first = std::size_t(tile) * kTile + threadIdx.x * kItems;
  T items[kItems];
  for (int k = 0; k < kItems; ++k) {
    items[k] = first + k < n ? in[first + k] : identity;
    if (k > 0) items[k] = op(items[k - 1], items[k]);
  }
  const T mine = warp_inclusive(items[kItems - 1], op), left = warpgrade::shfl_up(mine, 1);
  if (threadIdx.x % 32 == 31) totals[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    T sum = identity;
    for (T& total : totals) {
      const T of_warp = total;
      total = sum;
      sum = op(sum, of_warp);
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
  T before = op(carry, totals[threadIdx.x / 32]);
  if (threadIdx.x % 32 != 0) before = op(before, left);
  for (int k = 0; k < kItems; ++k)
    if (first + k < n) out[first + k] = op(before, items[k]);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t count = (n + kTile - 1) / kTile;
  Tiles<T> tiles;
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.aggregate, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.prefix, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.state, (count + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(tiles.state, 0, (count + 1) * sizeof(int), stream));
  tiles.ticket = reinterpret_cast<unsigned*>(tiles.state + count);
  look_back_kernel<<<unsigned(count), kThreads, 0, stream>>>(in, out, n, identity, op, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tiles.aggregate, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.prefix, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.state, stream));
}

}  // namespace scan
