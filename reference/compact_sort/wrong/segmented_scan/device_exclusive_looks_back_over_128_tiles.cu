// expect: wrong_answer device_exclusive
// A block looks back over 128 others only: a segment over more than 131,072 elements loses its beginning.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr unsigned kThreads = 1024;

/// has_head: a segment begins in the run.
template <class T>
struct Run {
  T value;
  int has_head;
};

template <class T, class Op>
__device__ Run<T> join(Run<T> left, Run<T> right, Op op) {
  if (right.has_head) return right;
  return {op(left.value, right.value), left.has_head};
}

/// The run from the block's first element to that of this thread.
template <class T, class Op>
__device__ Run<T> scan_block(Run<T> run, Op op) {
  __shared__ Run<T> of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const Run<T> left = warpgrade::shfl_up(run, delta), both = join(left, run, op);
    if (lane >= delta) run = both;
  }
  if (lane == 31) of_warp[warp] = run;
  __syncthreads();
  Run<T> before = of_warp[0];
  for (unsigned w = 1; w < warp; ++w) before = join(before, of_warp[w], op);
  return warp > 0 ? join(before, run, op) : run;
}

template <class T, class Op>
__global__ void scan_kernel(const T* in, const std::uint8_t* heads, T* out, int* is_open, std::size_t n,
                            Run<T>* totals, Op op) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x, mine = i < n ? i : n - 1;
  const Run<T> run = scan_block(Run<T>{in[mine], heads[mine] != 0}, op);
  if (i >= n) return;
  out[i] = run.value;
  is_open[i] = !run.has_head;
  if (threadIdx.x == kThreads - 1) totals[blockIdx.x] = run;
}

/// carries[b]: what is open where block b begins. The last 128 blocks must do.
template <class T, class Op>
__global__ void carry_kernel(const Run<T>* totals, T* carries, unsigned blocks, T identity, Op op) {
  const unsigned b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= blocks) return;
  T before = identity;
  for (unsigned left = b; left > 0 && b - left < 128; --left) {
    before = op(totals[left - 1].value, before);
    if (totals[left - 1].has_head) break;
  }
  carries[b] = before;
}

template <class T, class Op>
__global__ void add_kernel(T* out, const int* is_open, std::size_t n, const T* carries, Op op) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n && is_open[i]) out[i] = op(carries[blockIdx.x], out[i]);
}

template <class T>
__global__ void shift_kernel(const T* inclusive, const std::uint8_t* heads, T* out, std::size_t n,
                             T identity) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) out[i] = i == 0 || heads[i] ? identity : inclusive[i - 1];
}

template <class T, class Op>
void scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
          cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  Run<T>* totals;
  T* carries;
  int* is_open;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(Run<T>), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carries, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&is_open, n * sizeof(int), stream));
  scan_kernel<<<blocks, kThreads, 0, stream>>>(in, heads, out, is_open, n, totals, op);
  WARPGRADE_CHECK_LAUNCH();
  carry_kernel<<<(blocks + 255) / 256, 256, 0, stream>>>(totals, carries, blocks, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<blocks, kThreads, 0, stream>>>(out, is_open, n, carries, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(carries, stream));
  WARPGRADE_CHECK(cudaFreeAsync(is_open, stream));
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  T* inclusive;
  WARPGRADE_CHECK(cudaMallocAsync(&inclusive, n * sizeof(T), stream));
  scan(in, heads, inclusive, n, identity, op, stream);
  shift_kernel<<<unsigned((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>(inclusive, heads, out, n,
                                                                                 identity);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(inclusive, stream));
}

}  // namespace segmented_scan
