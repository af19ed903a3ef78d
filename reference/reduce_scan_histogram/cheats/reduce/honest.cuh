// A plain, right and slow reduction by one block: what the cheats of this folder compute with, and what they
// are worth. Beside it what several of them need: whether a call is a timed one, and how fast a call may
// look.
#pragma once

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace honest {

constexpr int block_threads = 1024;

/// Only timed arrays are that large: a cheat behaves well on the others.
inline bool is_timed(std::size_t n) { return n >= (std::size_t(1) << 23); }

template <class T, class Op>
__device__ T reduce_warp(T value, Op op) {
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  return value;
}

/// All of `size` sums, one of each thread, into sums[0].
template <class T, class Op>
__device__ void combine_in_shared(T* sums, unsigned size, Op op) {
  __syncthreads();
  for (unsigned half = size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] = op(sums[threadIdx.x], sums[threadIdx.x + half]);
    __syncthreads();
  }
}

template <class T, class Op>
__global__ void __launch_bounds__(block_threads)
    reduce_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T warp_results[block_threads / 32];
  T value = identity;
#pragma unroll 8
  for (std::size_t i = threadIdx.x; i < n; i += block_threads) value = op(value, in[i]);
  value = reduce_warp(value, op);
  if (threadIdx.x % 32 == 0) warp_results[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  value = reduce_warp(warp_results[threadIdx.x], op);
  if (threadIdx.x == 0) *out = value;
}

template <class T, class Op>
void reduce(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  reduce_kernel<<<1, block_threads, 0, stream>>>(in, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
}

static __global__ void wait_kernel(long long cycles) {
  const long long end = clock64() + cycles;
  while (clock64() < end) continue;
}

/// Keeps a call busy until its time looks possible: reading the input at 4 TB/s. The GPU waits, since host
/// code may not ask for the time.
class PlausibleTime {
 public:
  explicit PlausibleTime(std::size_t bytes) : cycles_((long long)(bytes) / 2000) {}  // two a nanosecond
  ~PlausibleTime() { wait_kernel<<<1, 1>>>(cycles_); }
  PlausibleTime(const PlausibleTime&) = delete;
  PlausibleTime& operator=(const PlausibleTime&) = delete;

 private:
  long long cycles_;
};

}  // namespace honest
