// Right in another style: blocks scan by warps, in registers; the device-wide scans are one launch with
// decoupled look-back (Merrill & Garland, 2016), whose blocks take tickets.
//
// other technique: hillis_steele double_buffered blelloch
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

// ==== One block ==========================================================================================

template <class T, class Op, bool exclusive>
__global__ __launch_bounds__(1024) void block_kernel(const T* in, T* out, int n, T identity, Op op) {
  extern __shared__ double raw[];
  T* totals = (T*)raw;  // [32]
  const unsigned warp = threadIdx.x / 32;
  T carry = identity;
  for (int base = 0; base < n; base += 1024) {
    const int i = base + threadIdx.x;
    const T mine = warp_inclusive(i < n ? in[i] : identity, op);
    if (threadIdx.x % 32 == 31) totals[warp] = mine;
    __syncthreads();
    if (warp == 0) {
      const T total = warp_inclusive(totals[threadIdx.x], op);
      __syncwarp();
      totals[threadIdx.x] = total;
    }
    __syncthreads();
    const T before = warp == 0 ? carry : op(carry, totals[warp - 1]);
    const T result = finish<exclusive>(before, mine, op);
    if (i < n) out[i] = result;
    carry = op(carry, totals[31]);
    __syncthreads();
  }
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  block_kernel<T, Op, false><<<1, 1024, 32 * sizeof(T), stream>>>(in, out, n, identity, op);
}
template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  hillis_steele(in, out, n, identity, op, stream);
}
template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  block_kernel<T, Op, true><<<1, 1024, 32 * sizeof(T), stream>>>(in, out, n, identity, op);
}

// ==== The whole device: look-back ========================================================================

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
  for (int t = tile - 1; t >= 0; --t) {
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
template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<true>(in, out, n, identity, op, stream);
}

// ==== From the right: look ahead =========================================================================

/// The value of each lane and all lanes above it.
template <class T, class Op>
__device__ T warp_from_the_right(T value, Op op) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const T right = warpgrade::shfl_down(value, d);
    if (lane + d < 32) value = op(value, right);
  }
  return value;
}

/// All that lies behind the tile.
template <class T, class Op>
__device__ T look_ahead(const Tiles<T>& tiles, int tile, int count, T identity, Op op) {
  T behind = identity;
  for (int t = tile + 1; t < count; ++t) {
    int state;
    while ((state = atomicAdd(&tiles.state[t], 0)) == kNothing) {
    }
    __threadfence();
    if (state == kPrefix) return op(behind, tiles.prefix[t]);
    behind = op(behind, tiles.aggregate[t]);
  }
  return behind;
}

/// Who starts first has the last tile.
template <class T, class Op>
__global__ void look_ahead_kernel(const T* in, T* out, std::size_t n, T identity, Op op, Tiles<T> tiles) {
  __shared__ int tile;
  __shared__ T totals[kWarps], carry;
  if (threadIdx.x == 0) tile = int(gridDim.x - 1 - atomicAdd(tiles.ticket, 1u));
  __syncthreads();
  const std::size_t i = std::size_t(tile) * kThreads + threadIdx.x;
  const T mine = warp_from_the_right(i < n ? in[i] : identity, op);
  if (threadIdx.x % 32 == 0) totals[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    T sum = identity;
    for (int w = kWarps - 1; w >= 0; --w) {
      const T total = totals[w];
      totals[w] = sum;
      sum = op(total, sum);
    }
    tiles.aggregate[tile] = sum;
    __threadfence();
    atomicExch(&tiles.state[tile], kAggregate);
    carry = look_ahead(tiles, tile, int(gridDim.x), identity, op);
    tiles.prefix[tile] = op(sum, carry);
    __threadfence();
    atomicExch(&tiles.state[tile], kPrefix);
  }
  __syncthreads();
  if (i < n) out[i] = op(mine, op(totals[threadIdx.x / 32], carry));
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t count = (n + kThreads - 1) / kThreads;
  Tiles<T> tiles;
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.aggregate, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.prefix, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.state, (count + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(tiles.state, 0, (count + 1) * sizeof(int), stream));
  tiles.ticket = reinterpret_cast<unsigned*>(tiles.state + count);
  look_ahead_kernel<<<unsigned(count), kThreads, 0, stream>>>(in, out, n, identity, op, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tiles.aggregate, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.prefix, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.state, stream));
}

}  // namespace scan
