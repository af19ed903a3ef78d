// A scan of any n in three launches with blocks of four threads, so that a drawing of a few elements shows
// several of them. Not fast: it is there to be drawn (ci/drawings/recorded/draw.sh).
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr int kThreads = 4;

/// Each block scans its part, and leaves its sum.
template <class T, class Op>
__global__ void scan_parts(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T part[kThreads];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + t;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < kThreads; stride *= 2) {
    part[t] = sum;
    __syncthreads();
    if (t >= stride) sum = op(part[t - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  if (t == kThreads - 1) sums[blockIdx.x] = sum;
}

/// One thread: the sum of all parts before each.
template <class T, class Op>
__global__ void scan_sums(T* sums, int count, T identity, Op op) {
  T before = identity;
  for (int b = 0; b < count; ++b) {
    const T sum = sums[b];
    sums[b] = before;
    if (b + 1 < count) before = op(before, sum);
  }
}

/// What lies before its part goes in front of each element.
template <class T, class Op>
__global__ void add_carries(T* out, std::size_t n, Op op, const T* sums) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n) out[i] = op(sums[blockIdx.x], out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = int((n + kThreads - 1) / kThreads);
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  scan_parts<<<blocks, kThreads, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  scan_sums<<<1, 1, 0, stream>>>(sums, blocks, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  add_carries<<<blocks, kThreads, 0, stream>>>(out, n, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
