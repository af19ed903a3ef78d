// expect: race odd_even_merge
// One barrier for a merge, not one for each of its steps.
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

template <class T, class Exchange>
__global__ void odd_even_merge_kernel(const T* in, T* out, int n, int size, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  for (int run = 2; run <= size; run *= 2) {
    __syncthreads();
    for (int stride = run / 2; stride > 0; stride /= 2) {
      const int shift = stride == run / 2 ? 0 : stride;
      const int low = low_of_pair(threadIdx.x, stride) + shift;
      const int high = low + stride;
      if (high < n && low / run == high / run) exchange(row[low], row[high]);
    }
  }
  __syncthreads();
  store_row(row, out, n);
}

template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  odd_even_merge_kernel<<<rows, threads_for(size), 0, stream>>>(in, out, n, size, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace sorting_networks
