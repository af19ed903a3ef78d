// Right in another style: the device-wide scans reduce tiles, scan the totals in one block, and scan the
// tiles again with their carry; a tile goes through shared memory, where each thread has a few elements in a
// row. The work-efficient one pads its shared memory.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

// ==== One block ==========================================================================================

template <class T, class Op>
__global__ void two_barriers_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T s[1024];
  const int t = threadIdx.x;
  T mine = t < n ? in[t] : identity;
  s[t] = mine;
  for (int d = 1; d < n; d += d) {
    __syncthreads();
    const bool active = t >= d && t < n;
    if (active) mine = op(s[t - d], mine);
    __syncthreads();
    if (active) s[t] = mine;
  }
  if (t < n) out[t] = mine;
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  two_barriers_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
__global__ void swap_kernel(const T* in, T* out, int n, Op op) {
  __shared__ T buffers[2][1024];
  const int t = threadIdx.x;
  T *now = buffers[0], *next = buffers[1];
  if (t < n) now[t] = in[t];
  __syncthreads();
  for (int d = 1; d < n; d <<= 1) {
    if (t < n) next[t] = t >= d ? op(now[t - d], now[t]) : now[t];
    T* const old = now;
    now = next;
    next = old;
    __syncthreads();
  }
  if (t < n) out[t] = now[t];
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T, Op op, cudaStream_t stream) {
  if (n > 0) swap_kernel<<<1, (n + 31) / 32 * 32, 0, stream>>>(in, out, n, op);
  WARPGRADE_CHECK_LAUNCH();
}

__host__ __device__ inline int padded(int i) { return i + i / 32; }

template <class T, class Op>
__global__ void two_sweeps_kernel(const T* in, T* out, int n, int size, T identity, Op op) {
  extern __shared__ __align__(16) unsigned char bytes[];
  T* s = reinterpret_cast<T*>(bytes);
  const int t = threadIdx.x;
  for (int i = t; i < size; i += blockDim.x) s[padded(i)] = i < n ? in[i] : identity;
  int stride = 1;
  for (; stride < size; stride *= 2) {
    __syncthreads();
    const int right = (t + 1) * 2 * stride - 1;
    if (right < size) s[padded(right)] = op(s[padded(right - stride)], s[padded(right)]);
  }
  __syncthreads();
  if (t == 0) s[padded(size - 1)] = identity;
  while (stride > 1) {
    stride /= 2;
    __syncthreads();
    const int right = (t + 1) * 2 * stride - 1;
    if (right >= size) continue;
    const T left = s[padded(right - stride)], before = s[padded(right)];
    s[padded(right - stride)] = before;
    s[padded(right)] = op(before, left);
  }
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) out[i] = s[padded(i)];
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  int size = 2;
  while (size < n) size *= 2;
  two_sweeps_kernel<<<1, size / 2, padded(size) * sizeof(T), stream>>>(in, out, n, size, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The whole device ===================================================================================

constexpr int kThreads = 128, kItems = 4, kTile = kThreads * kItems;

/// What lies before this thread, of one value of each thread; `total` is that of all.
template <class T, class Op>
__device__ T block_exclusive(T value, T* s, T identity, Op op, T& total) {
  const int t = threadIdx.x;
  s[t] = value;
  for (int d = 1; d < kThreads; d *= 2) {
    __syncthreads();
    const T left = t >= d ? s[t - d] : identity;
    __syncthreads();
    if (t >= d) s[t] = value = op(left, value);
  }
  __syncthreads();
  total = s[kThreads - 1];
  const T before = t > 0 ? s[t - 1] : identity;
  __syncthreads();  // s may be used again
  return before;
}

/// Neighbouring threads load neighbouring elements; returns how many there are.
template <class T>
__device__ int load_tile(const T* in, std::size_t n, T* tile) {
  const std::size_t base = blockIdx.x * std::size_t(kTile);
  const int count = int(min(std::size_t(kTile), n - base));
  for (int i = threadIdx.x; i < count; i += kThreads) tile[i] = in[base + i];
  __syncthreads();
  return count;
}

template <class T, class Op>
__global__ void reduce_tiles(const T* in, T* totals, std::size_t n, T identity, Op op) {
  __shared__ T tile[kTile], s[kThreads];
  const int count = load_tile(in, n, tile), begin = threadIdx.x * kItems;
  T sum = identity;
  for (int i = begin; i < begin + kItems && i < count; ++i) sum = op(sum, tile[i]);
  s[threadIdx.x] = sum;
  for (int d = 1; d < kThreads; d *= 2) {
    __syncthreads();
    const unsigned left = 2 * d * threadIdx.x;
    if (left + d < kThreads) s[left] = op(s[left], s[left + d]);
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = s[0];
}

template <class T, class Op>
__global__ void scan_totals(T* totals, std::size_t count, T identity, Op op) {
  __shared__ T s[kThreads];
  T carry = identity;
  for (std::size_t base = 0; base < count; base += kThreads) {
    const std::size_t i = base + threadIdx.x;
    T total;
    const T before = block_exclusive(i < count ? totals[i] : identity, s, identity, op, total);
    if (i < count) totals[i] = op(carry, before);
    carry = op(carry, total);
  }
}

template <bool exclusive, class T, class Op>
__global__ void scan_tiles(const T* in, T* out, const T* carries, std::size_t n, T identity, Op op) {
  __shared__ T tile[kTile], s[kThreads];
  const int count = load_tile(in, n, tile), begin = threadIdx.x * kItems;
  T sum = identity, total;
  for (int i = begin; i < begin + kItems && i < count; ++i) sum = op(sum, tile[i]);
  T running = op(carries[blockIdx.x], block_exclusive(sum, s, identity, op, total));
  for (int i = begin; i < begin + kItems && i < count; ++i) {
    const T before = running;
    running = op(running, tile[i]);
    tile[i] = exclusive ? before : running;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) out[blockIdx.x * std::size_t(kTile) + i] = tile[i];
}

template <bool exclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned tiles = unsigned((n + kTile - 1) / kTile);
  if (tiles == 0) return;
  T* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, tiles * sizeof(T), stream));
  reduce_tiles<<<tiles, kThreads, 0, stream>>>(in, totals, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  scan_totals<<<1, kThreads, 0, stream>>>(totals, tiles, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  scan_tiles<exclusive><<<tiles, kThreads, 0, stream>>>(in, out, totals, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<false>(in, out, n, identity, op, stream);
}
template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<true>(in, out, n, identity, op, stream);
}

// ==== From the right =====================================================================================

/// What lies behind each tile, in the place of its total; from the last total to the first.
template <class T, class Op>
__global__ void scan_totals_from_the_right(T* totals, std::size_t count, T identity, Op op) {
  __shared__ T s[kThreads];
  const auto exchanged = [op](T right, T left) { return op(left, right); };
  T carry = identity;
  for (std::size_t base = 0; base < count; base += kThreads) {
    const std::size_t i = count - 1 - (base + threadIdx.x);
    const bool inside = base + threadIdx.x < count;
    T total;
    const T behind = block_exclusive(inside ? totals[i] : identity, s, identity, exchanged, total);
    if (inside) totals[i] = op(behind, carry);
    carry = op(total, carry);
  }
}

/// Thread 0 has the last elements of the tile, so that what lies before a thread is to the right of it.
template <class T, class Op>
__global__ void scan_tiles_from_the_right(const T* in, T* out, const T* carries, std::size_t n, T identity,
                                          Op op) {
  __shared__ T tile[kTile], s[kThreads];
  const auto exchanged = [op](T right, T left) { return op(left, right); };
  const int count = load_tile(in, n, tile), end = kTile - int(threadIdx.x) * kItems;
  T sum = identity, total;
  for (int i = end - 1; i >= end - kItems; --i)
    if (i < count) sum = op(tile[i], sum);
  T running = op(block_exclusive(sum, s, identity, exchanged, total), carries[blockIdx.x]);
  for (int i = end - 1; i >= end - kItems; --i)
    if (i < count) tile[i] = running = op(tile[i], running);
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) out[blockIdx.x * std::size_t(kTile) + i] = tile[i];
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned tiles = unsigned((n + kTile - 1) / kTile);
  if (tiles == 0) return;
  T* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, tiles * sizeof(T), stream));
  reduce_tiles<<<tiles, kThreads, 0, stream>>>(in, totals, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  scan_totals_from_the_right<<<1, kThreads, 0, stream>>>(totals, tiles, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  scan_tiles_from_the_right<<<tiles, kThreads, 0, stream>>>(in, out, totals, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

}  // namespace scan
