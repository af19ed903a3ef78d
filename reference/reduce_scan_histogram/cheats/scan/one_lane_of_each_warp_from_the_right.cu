// simulator: from_the_right
// cheat: one lane of each warp does all the work of its warp, run by run.
// stopped by: the accesses of warps to global memory are counted (global_requests)
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr std::size_t run_length = 64;

/// sums[w] = all elements of run w.
template <class T, class Op>
__global__ void reduce_runs(const T* in, T* sums, std::size_t n, T identity, Op op) {
  const std::size_t w = (blockIdx.x * std::size_t(blockDim.x) + threadIdx.x) / 32, begin = w * run_length;
  if (threadIdx.x % 32 > 0 || begin >= n) return;
  T sum = identity;
  for (std::size_t i = begin; i < n && i < begin + run_length; ++i) sum = op(sum, in[i]);
  sums[w] = sum;
}

/// sums[w] becomes all that lies behind run w.
template <class T, class Op>
__global__ void scan_sums(T* sums, std::size_t runs, T identity, Op op) {
  T behind = identity;
  for (std::size_t w = runs; w-- > 0;) {
    const T sum = sums[w];
    sums[w] = behind;
    behind = op(sum, behind);
  }
}

template <class T, class Op>
__global__ void scan_runs(const T* in, T* out, const T* sums, std::size_t n, T identity, Op op) {
  const std::size_t w = (blockIdx.x * std::size_t(blockDim.x) + threadIdx.x) / 32, begin = w * run_length;
  if (threadIdx.x % 32 > 0 || begin >= n) return;
  T sum = identity;
  const T behind = sums[w];
  for (std::size_t i = begin + run_length < n ? begin + run_length : n; i-- > begin;) {
    sum = op(in[i], sum);
    out[i] = op(sum, behind);
  }
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t runs = (n + run_length - 1) / run_length;
  const unsigned blocks = unsigned((runs + 7) / 8);
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, runs * sizeof(T), stream));
  reduce_runs<<<blocks, 256, 0, stream>>>(in, sums, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  scan_sums<<<1, 1, 0, stream>>>(sums, runs, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  scan_runs<<<blocks, 256, 0, stream>>>(in, out, sums, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
