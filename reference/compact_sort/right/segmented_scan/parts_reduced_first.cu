// Each block reduces its part to a value and a flag, then scans it, starting from what comes before it.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr int threads = 256, max_blocks = 128;

/// The inclusive scan of the pairs (flag, value) over the block; total and total_flag get what all make
/// together.
template <class T, class Op>
__device__ void scan_block(T& value, int& flag, T& total, int& total_flag, Op op) {
  __shared__ T values[threads];
  __shared__ int flags[threads];
  const int t = threadIdx.x;
  for (int stride = 1; stride < threads; stride *= 2) {
    values[t] = value;
    flags[t] = flag;
    __syncthreads();
    if (t >= stride) {
      if (!flag) value = op(values[t - stride], value);
      flag |= flags[t - stride];
    }
    __syncthreads();
  }
  values[t] = value;
  flags[t] = flag;
  __syncthreads();
  total = values[threads - 1];
  total_flag = flags[threads - 1];
  __syncthreads();
}

/// Each block reduces its part to a value and a flag.
template <class T, class Op>
__global__ void upsweep(const T* in, const std::uint8_t* heads, std::size_t n, std::size_t part, T identity,
                        Op op, T* totals, int* total_flags) {
  T sum = identity;
  int sum_flag = 0;
  for (std::size_t begin = blockIdx.x * part; begin < (blockIdx.x + 1) * part; begin += threads) {
    const std::size_t i = begin + threadIdx.x;
    T value = i < n ? in[i] : identity, total;
    int flag = i < n ? heads[i] : 0, total_flag;
    scan_block(value, flag, total, total_flag, op);
    sum = total_flag ? total : op(sum, total);
    sum_flag |= total_flag;
  }
  if (threadIdx.x == 0) {
    totals[blockIdx.x] = sum;
    total_flags[blockIdx.x] = sum_flag;
  }
}

/// Each block scans its part, starting from what comes before it.
template <class T, class Op>
__global__ void downsweep(const T* in, const std::uint8_t* heads, T* out, std::size_t n, std::size_t part,
                          T identity, Op op, const T* totals, const int* total_flags) {
  T carry = identity;
  for (unsigned b = 0; b < blockIdx.x; ++b) carry = total_flags[b] ? totals[b] : op(carry, totals[b]);
  for (std::size_t begin = blockIdx.x * part; begin < (blockIdx.x + 1) * part; begin += threads) {
    const std::size_t i = begin + threadIdx.x;
    T value = i < n ? in[i] : identity, total;
    int flag = i < n ? heads[i] : 0, total_flag;
    scan_block(value, flag, total, total_flag, op);
    if (i < n) out[i] = flag ? value : op(carry, value);
    carry = total_flag ? total : op(carry, total);
  }
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tiles = (n + threads - 1) / threads,
                    part = (tiles + max_blocks - 1) / max_blocks * threads;
  const unsigned blocks = unsigned((n + part - 1) / part);
  T* totals = nullptr;
  int* total_flags = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&total_flags, blocks * sizeof(int), stream));
  upsweep<<<blocks, threads, 0, stream>>>(in, heads, n, part, identity, op, totals, total_flags);
  WARPGRADE_CHECK_LAUNCH();
  downsweep<<<blocks, threads, 0, stream>>>(in, heads, out, n, part, identity, op, totals, total_flags);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(total_flags, stream));
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  device_inclusive(in, heads, out, std::size_t(n), identity, op, stream);
}

template <class T>
__global__ void shift(const T* inclusive, const std::uint8_t* heads, T* out, std::size_t n, T identity) {
  const std::size_t i = std::size_t(blockIdx.x) * threads + threadIdx.x;
  if (i < n) out[i] = i == 0 || heads[i] ? identity : inclusive[i - 1];
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  T* results = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&results, n * sizeof(T), stream));
  device_inclusive(in, heads, results, n, identity, op, stream);
  shift<<<unsigned((n + threads - 1) / threads), threads, 0, stream>>>(results, heads, out, n, identity);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(results, stream));
}

}  // namespace segmented_scan
