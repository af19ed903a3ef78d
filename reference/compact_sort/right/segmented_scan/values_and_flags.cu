// A value and a flag in two arrays, tiles scanned on their own, and a carry for what is open where a tile
// begins. The exclusive result is the inclusive one of the left neighbour.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void block_kernel(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  __shared__ T values[1024];
  __shared__ int flags[1024];
  const int i = threadIdx.x;
  T value = i < n ? in[i] : identity;
  int flag = i < n ? heads[i] : 0;
  for (int stride = 1; stride < n; stride *= 2) {
    values[i] = value;
    flags[i] = flag;
    __syncthreads();
    if (i >= stride) {
      if (!flag) value = op(values[i - stride], value);
      flag |= flags[i - stride];
    }
    __syncthreads();
  }
  if (i < n) out[i] = value;
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  if (n == 0) return;
  block_kernel<<<1, 1024, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

constexpr int threads = 128, items = 16, tile = threads * items;

/// Each block scans its tile, and leaves the value of its last element and whether it has a head. is_open[i]:
/// no segment begins in the tile up to element i, so what comes before the tile belongs to it too.
template <class T, class Op>
__global__ void scan_tiles(const T* in, const std::uint8_t* heads, T* out, std::uint8_t* is_open,
                           std::size_t n, T identity, Op op, T* totals, std::uint8_t* total_heads) {
  __shared__ T values[threads];
  __shared__ int flags[threads];
  const int t = threadIdx.x;
  const std::size_t begin = std::size_t(blockIdx.x) * tile + t * items, end = min(begin + items, n);
  T value = identity;
  int flag = 0;
  for (std::size_t i = begin; i < end; ++i) {
    value = heads[i] ? in[i] : op(value, in[i]);
    flag |= heads[i];
  }
  for (int stride = 1; stride < threads; stride *= 2) {
    values[t] = value;
    flags[t] = flag;
    __syncthreads();
    if (t >= stride) {
      if (!flag) value = op(values[t - stride], value);
      flag |= flags[t - stride];
    }
    __syncthreads();
  }
  values[t] = value;
  flags[t] = flag;
  if (t == threads - 1) {
    totals[blockIdx.x] = value;
    total_heads[blockIdx.x] = flag;
  }
  __syncthreads();
  value = t > 0 ? values[t - 1] : identity;
  flag = t > 0 ? flags[t - 1] : 0;
  for (std::size_t i = begin; i < end; ++i) {
    value = heads[i] ? in[i] : op(value, in[i]);
    flag |= heads[i];
    out[i] = value;
    is_open[i] = !flag;
  }
}

/// Puts what comes before the tile in front of the elements that it belongs to.
template <class T, class Op>
__global__ void add_carry(T* out, const std::uint8_t* is_open, std::size_t n, const T* carry, Op op) {
  const std::size_t begin = std::size_t(blockIdx.x) * tile;
  for (std::size_t i = begin + threadIdx.x; i < min(begin + tile, n); i += threads)
    if (blockIdx.x > 0 && is_open[i]) out[i] = op(carry[blockIdx.x - 1], out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + tile - 1) / tile);
  T *totals = nullptr, *carry = nullptr;
  std::uint8_t *is_open = nullptr, *total_heads = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carry, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&is_open, n, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&total_heads, blocks, stream));
  scan_tiles<<<blocks, threads, 0, stream>>>(in, heads, out, is_open, n, identity, op, totals, total_heads);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    device_inclusive(totals, total_heads, carry, blocks, identity, op, stream);
    add_carry<<<blocks, threads, 0, stream>>>(out, is_open, n, carry, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
  WARPGRADE_CHECK(cudaFreeAsync(is_open, stream));
  WARPGRADE_CHECK(cudaFreeAsync(total_heads, stream));
}

/// The exclusive result is the inclusive one of the left neighbour, unless a segment begins here.
template <class T>
__global__ void shift(const T* inclusive, const std::uint8_t* heads, T* out, std::size_t n, T identity) {
  const std::size_t i = std::size_t(blockIdx.x) * 256 + threadIdx.x;
  if (i < n) out[i] = i == 0 || heads[i] ? identity : inclusive[i - 1];
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  T* results = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&results, n * sizeof(T), stream));
  device_inclusive(in, heads, results, n, identity, op, stream);
  shift<<<unsigned((n + 255) / 256), 256, 0, stream>>>(results, heads, out, n, identity);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(results, stream));
}

}  // namespace segmented_scan
