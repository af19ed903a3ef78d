// Right, and plain: one element a thread in blocks of 1024, idle lanes read the last one again, every thread
// joins the results of all warps before its own, one thread those of all blocks, and a pass of its own moves
// the results by one. In one block: trees and strides over all 2048 or 1024 places, whatever n is.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr unsigned kThreads = 1024, kPlaces = 2 * kThreads;

// ==== One block ========================================================================================

template <class T, class Op>
__global__ void strides_kernel(const T* in, T* out, int n, Op op) {
  __shared__ T sums[2][kThreads];
  const int i = threadIdx.x;
  int now = 0;
  sums[now][i] = in[min(i, n - 1)];
  for (unsigned stride = 1; stride < kThreads; stride *= 2) {
    __syncthreads();
    const T mine = sums[now][i];
    sums[1 - now][i] = i >= int(stride) ? op(sums[now][i - stride], mine) : mine;
    now = 1 - now;
  }
  if (i < n) out[i] = sums[now][i];
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T, Op op, cudaStream_t stream) {
  if (n == 0) return;
  strides_kernel<<<1, kThreads, 0, stream>>>(in, out, n, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  hillis_steele(in, out, n, identity, op, stream);
}

template <class T, class Op>
__global__ void tree_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[kPlaces];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < kPlaces; i += kThreads) sums[i] = in[min(int(i), n - 1)];
  for (unsigned stride = 1; stride < kPlaces; stride *= 2) {
    __syncthreads();
    const unsigned right = (2 * t + 2) * stride - 1;
    if (right < kPlaces) sums[right] = op(sums[right - stride], sums[right]);
  }
  __syncthreads();
  if (t == 0) sums[kPlaces - 1] = identity;
  for (unsigned stride = kThreads; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (2 * t + 2) * stride - 1;
    if (right >= kPlaces) continue;
    const T left = sums[right - stride];
    sums[right - stride] = sums[right];
    sums[right] = op(sums[right], left);
  }
  __syncthreads();
  for (int i = int(t); i < n; i += kThreads) out[i] = sums[i];
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  tree_kernel<<<1, kThreads, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The whole device =================================================================================

/// The inclusive scan over the block.
template <class T, class Op>
__device__ T scan_block(T value, Op op) {
  __shared__ T of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const T both = op(warpgrade::shfl_up(value, delta), value);
    if (lane >= delta) value = both;
  }
  if (lane == 31) of_warp[warp] = value;
  __syncthreads();
  T before = of_warp[0];
  for (unsigned w = 1; w < warp; ++w) before = op(before, of_warp[w]);
  return warp > 0 ? op(before, value) : value;
}

template <class T, class Op>
__global__ void scan_kernel(const T* in, T* out, std::size_t n, T* totals, Op op) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  const T value = scan_block(in[i < n ? i : n - 1], op);
  if (i < n) out[i] = value;
  if (threadIdx.x == kThreads - 1) totals[blockIdx.x] = value;
}

template <class T, class Op>
__global__ void carry_kernel(T* totals, unsigned blocks, T identity, Op op) {
  T before = identity;
  for (unsigned b = 0; b < blocks; ++b) {
    const T total = totals[b];
    totals[b] = before;
    if (b + 1 < blocks) before = op(before, total);
  }
}

template <class T, class Op>
__global__ void add_kernel(T* out, std::size_t n, const T* carries, Op op) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) out[i] = op(carries[blockIdx.x], out[i]);
}

template <class T>
__global__ void shift_kernel(const T* inclusive, T* out, std::size_t n, T identity) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) out[i] = i > 0 ? inclusive[i - 1] : identity;
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  T* totals;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(T), stream));
  scan_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, totals, op);
  WARPGRADE_CHECK_LAUNCH();
  carry_kernel<<<1, 1, 0, stream>>>(totals, blocks, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<blocks, kThreads, 0, stream>>>(out, n, totals, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  T* inclusive;
  WARPGRADE_CHECK(cudaMallocAsync(&inclusive, n * sizeof(T), stream));
  device_inclusive(in, inclusive, n, identity, op, stream);
  shift_kernel<<<unsigned((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>(inclusive, out, n, identity);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(inclusive, stream));
}

template <class T>
__global__ void reverse_kernel(const T* in, T* out, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) out[i] = in[n - 1 - i];
}

template <class Op>
struct OperandsExchanged {
  Op op;
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return op(b, a);
  }
};

/// Reverses the array, scans it, and reverses the result.
template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  T *reversed, *sums;
  WARPGRADE_CHECK(cudaMallocAsync(&reversed, n * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&sums, n * sizeof(T), stream));
  reverse_kernel<<<blocks, kThreads, 0, stream>>>(in, reversed, n);
  WARPGRADE_CHECK_LAUNCH();
  device_inclusive(reversed, sums, n, identity, OperandsExchanged<Op>{op}, stream);
  reverse_kernel<<<blocks, kThreads, 0, stream>>>(sums, out, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(reversed, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
