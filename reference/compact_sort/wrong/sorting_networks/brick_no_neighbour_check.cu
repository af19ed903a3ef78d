// expect: uninitialized_read brick
// The last element is exchanged with what lies behind the row.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

struct Tuning {
  static constexpr int max_row = 2048;  // two elements for each thread of the largest block
};

inline int div_up(std::size_t a, std::size_t b) { return int((a + b - 1) / b); }

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
__global__ void brick_kernel(const T* in, T* out, int n, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  for (int step = 0; step < n; ++step) {
    __syncthreads();
    const int low = 2 * threadIdx.x + step % 2;
    if (low < n) exchange(row[low], row[low + 1]);
  }
  __syncthreads();
  store_row(row, out, n);
}

template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  brick_kernel<<<rows, threads_for(n), 0, stream>>>(in, out, n, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace sorting_networks
