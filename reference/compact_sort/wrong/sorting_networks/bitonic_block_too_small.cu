// expect: wrong_answer bitonic
// 512 threads at most: of a long row some pairs have no thread.
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

struct Tuning {
  static constexpr int max_row = 2048;  // two elements for each thread of the largest block
};

inline int div_up(std::size_t a, std::size_t b) { return int((a + b - 1) / b); }

__device__ inline std::size_t low_of_pair(std::size_t t, std::size_t stride) {
  return t / stride * 2 * stride + t % stride;
}

/// The first step of a bitonic merge has pairs that mirror each other: (0,7) (1,6) (2,5) (3,4) for a run
/// of 8. The partner of `low`, in a merge to runs of `run` elements (a power of two).
__device__ inline std::size_t mirror_of(std::size_t low, std::size_t run) { return low ^ (run - 1); }

/// The block's row to shared memory. No barrier behind it.
template <class T>
__device__ void load_row(const T* in, T* row, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[std::size_t(blockIdx.x) * n + i];
}

/// And back to global memory. No barrier before it.
template <class T>
__device__ void store_row(const T* row, T* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[std::size_t(blockIdx.x) * n + i] = row[i];
}

/// A thread for each of size / 2 pairs, in whole warps.
inline int threads_for(int size) { return div_up(std::max(size / 2, 1), 32) * 32; }

/// size: the power of two from n on. Pairs that reach past n are left out: what would stand there belongs
/// behind all others, and stays where it is, since every exchange here puts the larger one behind.
template <class T, class Exchange>
__global__ void bitonic_kernel(const T* in, T* out, int n, int size, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  for (int run = 2; run <= size; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int low = low_of_pair(threadIdx.x, stride);
      const int high = stride == run / 2 ? mirror_of(low, run) : low + stride;
      if (high < n) exchange(row[low], row[high]);
    }
  }
  __syncthreads();
  store_row(row, out, n);
}

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  bitonic_kernel<<<rows, std::min(threads_for(size), 512), 0, stream>>>(in, out, n, size, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace sorting_networks
