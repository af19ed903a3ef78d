// expect: too_much_work odd_even_merge
// Thread 0 does all pairs of the steps with stride 1.
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

struct Tuning {
  static constexpr int max_row = 2048;  // two elements for each thread of the largest block
};

inline int div_up(std::size_t a, std::size_t b) { return int((a + b - 1) / b); }

// All kernels here have a thread for each pair. In a step with distance `stride` pair number t is
//     low = 2·stride·(t / stride) + t % stride,   high = low + stride
// so that stride 1 has the pairs (0,1) (2,3) (4,5) …, and stride 4 has (0,4) (1,5) (2,6) (3,7) (8,12) …
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

// ==== odd_even_merge: the fewest comparators ===========================================================

template <class T, class Exchange>
__global__ void odd_even_merge_kernel(const T* in, T* out, int n, int size, Exchange exchange) {
  __shared__ T row[Tuning::max_row];
  load_row(in, row, n);
  const int t = threadIdx.x;
  for (int run = 2; run <= size; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      if (stride == 1 && run > 2) {
        // the clean-up at the end of a merge: neighbours (1,2) (3,4) ..., but none across two runs
        if (t == 0)
          for (int low = 1; low + 1 < n; low += 2)
            if ((low + 1) % run != 0) exchange(row[low], row[low + 1]);
        continue;
      }
      int low = int(low_of_pair(t, stride));
      if (stride != run / 2) low += stride;
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
