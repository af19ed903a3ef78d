// Right in another style: several elements in a row for each thread. The device-wide scans are one launch in
// which each block waits for the one before it (a chained scan: Yan, Long & Zhang, StreamScan, 2013).
//
// other technique: double_buffered
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

/// The exclusive scan of one value a thread by Kogge & Stone; `total` is that of all. s: [blockDim.x]
template <class T, class Op>
__device__ T scan_of_threads(T mine, T* s, T identity, Op op, T& total) {
  const unsigned t = threadIdx.x;
  s[t] = mine;
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    const T left = t >= d ? s[t - d] : identity;
    __syncthreads();
    mine = op(left, mine);
    s[t] = mine;
  }
  __syncthreads();
  total = s[blockDim.x - 1];
  return t > 0 ? s[t - 1] : identity;
}

/// Scans tile[0..count), items in a row for each thread, from `carry` on.
template <bool exclusive, int items, class T, class Op>
__device__ void finish_tile(T* tile, int count, T carry, Op op) {
  for (int k = 0, i = threadIdx.x * items; k < items && i < count; ++k, ++i) {
    const T before = carry;
    carry = op(carry, tile[i]);
    tile[i] = exclusive ? before : carry;
  }
}

template <int items, class T, class Op>
__device__ T sum_of_items(const T* tile, int count, T identity, Op op) {
  T sum = identity;
  for (int k = 0, i = threadIdx.x * items; k < items && i < count; ++k, ++i) sum = op(sum, tile[i]);
  return sum;
}

// ==== One block ==========================================================================================

template <bool exclusive, int items, class T, class Op>
__global__ void one_block(const T* in, T* out, int n, T identity, Op op) {
  constexpr int most = items == 1 ? 1024 : 2048;
  __shared__ T tile[most], s[most / items];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  T total;
  const T before = scan_of_threads(sum_of_items<items>(tile, n, identity, op), s, identity, op, total);
  finish_tile<exclusive, items>(tile, n, before, op);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tile[i];
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  one_block<false, 1><<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}
template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  hillis_steele(in, out, n, identity, op, stream);
}
template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  one_block<true, 8><<<1, 256, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The whole device ===================================================================================

constexpr int kThreads = 128, kItems = 7, kTile = kThreads * kItems;

/// prefix [tiles]: all up to the end of a tile, once `ready` says so. Blocks take tiles in the order in which
/// they start, so that the one before has always started.
template <bool exclusive, class T, class Op>
__global__ void chained(const T* in, T* out, std::size_t n, T identity, Op op, T* prefix, unsigned* ready,
                        unsigned* next_tile) {
  __shared__ T tile[kTile], s[kThreads], carry;
  __shared__ unsigned mine;
  if (threadIdx.x == 0) mine = atomicAdd(next_tile, 1u);
  __syncthreads();
  const std::size_t base = std::size_t(mine) * kTile;
  const int count = int(min(std::size_t(kTile), n - base));
  for (int i = threadIdx.x; i < count; i += kThreads) tile[i] = in[base + i];
  __syncthreads();

  T total;
  const T before = scan_of_threads(sum_of_items<kItems>(tile, count, identity, op), s, identity, op, total);
  if (threadIdx.x == 0) {
    carry = identity;
    if (mine > 0) {
      while (atomicAdd(&ready[mine - 1], 0u) == 0) {
      }
      __threadfence();
      carry = prefix[mine - 1];
    }
    prefix[mine] = op(carry, total);
    __threadfence();
    atomicExch(&ready[mine], 1u);
  }
  __syncthreads();
  finish_tile<exclusive, kItems>(tile, count, op(carry, before), op);
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) out[base + i] = tile[i];
}

template <bool exclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tiles = (n + kTile - 1) / kTile;
  T* prefix = nullptr;
  unsigned* ready = nullptr;  // [tiles], and the number of the next tile
  WARPGRADE_CHECK(cudaMallocAsync(&prefix, tiles * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&ready, (tiles + 1) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(ready, 0, (tiles + 1) * sizeof(unsigned), stream));
  chained<exclusive>
      <<<unsigned(tiles), kThreads, 0, stream>>>(in, out, n, identity, op, prefix, ready, ready + tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(prefix, stream));
  WARPGRADE_CHECK(cudaFreeAsync(ready, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<false>(in, out, n, identity, op, stream);
}
template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<true>(in, out, n, identity, op, stream);
}

/// From the right: tile 0 holds the last elements, and each tile lies mirrored in shared memory.
template <class T, class Op>
__global__ void chained_from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, T* prefix,
                                       unsigned* ready, unsigned* next_tile) {
  __shared__ T tile[kTile], s[kThreads], carry;
  __shared__ unsigned mine;
  const auto exchanged = [op](T right, T left) { return op(left, right); };
  if (threadIdx.x == 0) mine = atomicAdd(next_tile, 1u);
  __syncthreads();
  const std::size_t last = n - 1 - std::size_t(mine) * kTile;
  const int count = int(min(std::size_t(kTile), last + 1));
  for (int i = threadIdx.x; i < count; i += kThreads) tile[i] = in[last - i];
  __syncthreads();

  T total;
  const T sum = sum_of_items<kItems>(tile, count, identity, exchanged);
  const T behind = scan_of_threads(sum, s, identity, exchanged, total);
  if (threadIdx.x == 0) {
    carry = identity;
    if (mine > 0) {
      while (atomicAdd(&ready[mine - 1], 0u) == 0) {
      }
      __threadfence();
      carry = prefix[mine - 1];
    }
    prefix[mine] = op(total, carry);
    __threadfence();
    atomicExch(&ready[mine], 1u);
  }
  __syncthreads();
  finish_tile<false, kItems>(tile, count, op(behind, carry), exchanged);
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) out[last - i] = tile[i];
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tiles = (n + kTile - 1) / kTile;
  T* prefix = nullptr;
  unsigned* ready = nullptr;  // [tiles], and the number of the next tile
  WARPGRADE_CHECK(cudaMallocAsync(&prefix, tiles * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&ready, (tiles + 1) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(ready, 0, (tiles + 1) * sizeof(unsigned), stream));
  chained_from_the_right<<<unsigned(tiles), kThreads, 0, stream>>>(in, out, n, identity, op, prefix, ready,
                                                                   ready + tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(prefix, stream));
  WARPGRADE_CHECK(cudaFreeAsync(ready, stream));
}

}  // namespace scan
