// simulator: unique
// cheat: blocks load and store together. In between one thread of each goes through the block's elements in
//   shared memory, where this task counts no accesses. There are four blocks, and each of them counts for
//   itself what the ones before keep.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr unsigned kTile = 512;

template <class T, class Same>
__global__ void unique_kernel(const T* in, T* out, std::size_t n, unsigned* count, Same same) {
  __shared__ T tile[kTile], firsts[kTile];
  __shared__ T left;
  __shared__ unsigned kept;
  const std::size_t part = (n + 3) / 4, begin = blockIdx.x * part, end = min(begin + part, n);
  unsigned to = 0;
  for (std::size_t at = 0; at < end; at += kTile) {
    if (at + threadIdx.x < end) tile[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      kept = 0;
      for (std::size_t i = at; i < end && i < at + kTile; ++i) {
        const T x = tile[i - at];
        if (i == 0 || !same(left, x)) {
          if (i < begin)
            ++to;
          else
            firsts[kept++] = x;
        }
        left = x;
      }
    }
    __syncthreads();
    __shared__ unsigned place;
    if (threadIdx.x == 0) place = to;
    __syncthreads();
    if (threadIdx.x < kept) out[place + threadIdx.x] = firsts[threadIdx.x];
    if (threadIdx.x == 0) to += kept;
    __syncthreads();
  }
  if (blockIdx.x == 3 && threadIdx.x == 0) *count = to;
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  unique_kernel<<<4, kTile, 0, stream>>>(in, out, n, count, same);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
