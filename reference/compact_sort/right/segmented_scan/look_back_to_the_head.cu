// Right in another style: one launch with decoupled look-back (Merrill & Garland, 2016). A tile looks back
// over the tiles before it until one has a head: what lies before that no longer matters. In a block, the
// begin of each segment is found first, by a maximum scan of the indices of heads; then the values are
// scanned up to it.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

/// Of each thread: the index of the last head up to it, or -1. Then the inclusive scan from there (or from
/// thread 0).
template <int Threads, class T, class Op>
__device__ T block_scan(T value, bool head, Op op, int& begin) {
  __shared__ int begins[2][Threads];
  __shared__ T values[2][Threads];
  const int t = threadIdx.x;
  begin = head ? t : -1;
  int turn = 0;
  for (int stride = 1; stride < Threads; stride *= 2, turn ^= 1) {
    begins[turn][t] = begin;
    __syncthreads();
    if (t >= stride) begin = max(begin, begins[turn][t - stride]);
  }
  for (int stride = 1; stride < Threads; stride *= 2, turn ^= 1) {
    values[turn][t] = value;
    __syncthreads();
    if (t - stride >= max(begin, 0)) value = op(values[turn][t - stride], value);
  }
  return value;
}

template <class T, class Op>
__global__ void one_block(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  const int i = threadIdx.x;
  int begin;
  const T value = block_scan<1024>(i < n ? in[i] : identity, i < n && heads[i] != 0, op, begin);
  if (i < n) out[i] = value;
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  if (n == 0) return;
  one_block<<<1, 1024, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The whole device =================================================================================

constexpr int kThreads = 256;
/// What a tile has published: nothing, its own value (it has no head, so look further), or a value that is
/// complete.
enum State : int { kNothing, kOpen, kComplete };

template <class T>
struct Tiles {
  T *own, *complete;
  int* state;
  int* ticket;
};

template <class T, class Op>
__device__ T look_back(Tiles<T> tiles, int tile, T identity, Op op) {
  T before = identity;
  for (int t = tile - 1; t >= 0; --t) {
    int state;
    while ((state = atomicAdd(&tiles.state[t], 0)) == kNothing) {
    }
    __threadfence();
    if (state == kComplete) return op(tiles.complete[t], before);
    before = op(tiles.own[t], before);
  }
  return before;
}

template <class T>
__device__ void publish(T* where, const T& value, int* state, State news) {
  *where = value;
  __threadfence();
  atomicExch(state, news);
}

template <bool Exclusive, class T, class Op>
__global__ void scan_tiles(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                           Tiles<T> tiles) {
  __shared__ int tile;
  __shared__ T carry, results[kThreads];
  const int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(tiles.ticket, 1);
  __syncthreads();
  const std::size_t i = std::size_t(tile) * kThreads + t;
  const bool head = i < n && heads[i] != 0;
  int begin;
  T value = block_scan<kThreads>(i < n ? in[i] : identity, head, op, begin);

  if (t == kThreads - 1) {
    const bool open = begin < 0;
    if (open) {
      publish(&tiles.own[tile], value, &tiles.state[tile], kOpen);
    } else {
      publish(&tiles.complete[tile], value, &tiles.state[tile], kComplete);
    }
    carry = look_back(tiles, tile, identity, op);
    if (open) publish(&tiles.complete[tile], op(carry, value), &tiles.state[tile], kComplete);
  }
  __syncthreads();
  if (begin < 0) value = op(carry, value);
  if (Exclusive) {
    results[t] = value;
    __syncthreads();
    value = head ? identity : t == 0 ? carry : results[t - 1];
  }
  if (i < n) out[i] = value;
}

template <bool Exclusive, class T, class Op>
void device_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                 cudaStream_t stream) {
  if (n == 0) return;
  const unsigned count = unsigned((n + kThreads - 1) / kThreads);
  Tiles<T> tiles;
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.own, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.complete, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.state, (count + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(tiles.state, 0, (count + 1) * sizeof(int), stream));
  tiles.ticket = tiles.state + count;
  scan_tiles<Exclusive><<<count, kThreads, 0, stream>>>(in, heads, out, n, identity, op, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tiles.own, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.complete, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.state, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<false>(in, heads, out, n, identity, op, stream);
}
template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<true>(in, heads, out, n, identity, op, stream);
}

}  // namespace segmented_scan
