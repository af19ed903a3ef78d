// Right as a textbook has it: arrays of flags and addresses, scanned by blocks of doubling strides whose sums
// are scanned in the same way; and in one pass a chain, in which each block waits for the one before (Hwu,
// Kirk & El Hajj, Programming Massively Parallel Processors, 2022, chapter 11).
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr int kThreads = 512;
inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

/// The inclusive scan of one value a thread.
__device__ unsigned scan_by_strides(unsigned value, unsigned* sums) {
  const int t = threadIdx.x;
  sums[t] = value;
  for (int stride = 1; stride < kThreads; stride *= 2) {
    __syncthreads();
    const unsigned left = t >= stride ? sums[t - stride] : 0;
    __syncthreads();
    sums[t] += left;
  }
  __syncthreads();
  return sums[t];
}

// ==== Arrays of flags and addresses ======================================================================

template <class T, class Keep>
__global__ void flag_kernel(const T* in, std::size_t n, Keep keep, unsigned* flags) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n) flags[i] = keep(in[i]) ? 1 : 0;
}

__global__ void scan_kernel(const unsigned* in, unsigned* out, std::size_t n, unsigned* block_sums) {
  __shared__ unsigned sums[kThreads];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const unsigned inclusive = scan_by_strides(i < n ? in[i] : 0, sums);
  if (i < n) out[i] = inclusive;
  if (threadIdx.x == kThreads - 1) block_sums[blockIdx.x] = inclusive;
}

__global__ void add_kernel(unsigned* out, std::size_t n, const unsigned* block_sums) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += block_sums[blockIdx.x - 1];
}

/// Inclusive, by recursion on the sums of the blocks.
inline void scan(const unsigned* in, unsigned* out, std::size_t n, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n);
  unsigned* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(unsigned), stream));
  scan_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, sums);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    unsigned* scanned = nullptr;
    WARPGRADE_CHECK(cudaMallocAsync(&scanned, blocks * sizeof(unsigned), stream));
    scan(sums, scanned, blocks, stream);
    add_kernel<<<blocks, kThreads, 0, stream>>>(out, n, scanned);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(scanned, stream));
  }
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

template <class T>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, const unsigned* flags,
                               const unsigned* addresses, unsigned* count) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= n) return;
  if (flags[i]) out[addresses[i] - 1] = in[i];
  if (i == n - 1) *count = addresses[i];
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
  if (n == 0) return;
  unsigned *flags = nullptr, *addresses = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&flags, n * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&addresses, n * sizeof(unsigned), stream));
  flag_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, n, keep, flags);
  WARPGRADE_CHECK_LAUNCH();
  scan(flags, addresses, n, stream);
  scatter_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, out, n, flags, addresses, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(addresses, stream));
  WARPGRADE_CHECK(cudaFreeAsync(flags, stream));
}

// ==== An array of heads ==================================================================================

template <class T, class Same>
__global__ void head_kernel(const T* in, std::size_t n, Same same, unsigned* heads) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= n) return;
  if (i == 0)
    heads[i] = 1;
  else
    heads[i] = same(in[i - 1], in[i]) ? 0 : 1;
}

/// An element is a head where the scan grows.
template <class T>
__global__ void write_heads_kernel(const T* in, T* out, std::size_t n, const unsigned* numbers,
                                   unsigned* count) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= n) return;
  const unsigned number = numbers[i], left = i > 0 ? numbers[i - 1] : 0;
  if (number != left) out[left] = in[i];
  if (i == n - 1) *count = number;
}

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
    return;
  }
  unsigned *heads = nullptr, *numbers = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&heads, n * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&numbers, n * sizeof(unsigned), stream));
  head_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, n, same, heads);
  WARPGRADE_CHECK_LAUNCH();
  scan(heads, numbers, n, stream);
  write_heads_kernel<<<blocks_for(n), kThreads, 0, stream>>>(in, out, n, numbers, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(numbers, stream));
  WARPGRADE_CHECK(cudaFreeAsync(heads, stream));
}

// ==== A chain of blocks ==================================================================================

template <class T, class Keep>
__global__ void chained_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep,
                               unsigned* so_far, int* ready, int* ticket) {
  __shared__ unsigned sums[kThreads], before_block;
  __shared__ int block;
  if (threadIdx.x == 0) block = atomicAdd(ticket, 1);
  __syncthreads();
  const std::size_t i = std::size_t(block) * kThreads + threadIdx.x;
  T mine;
  if (i < n) mine = in[i];
  const unsigned flag = i < n && keep(mine);
  const unsigned inclusive = scan_by_strides(flag, sums);
  if (threadIdx.x == kThreads - 1) {
    unsigned before = 0;
    if (block > 0) {
      while (atomicAdd(&ready[block - 1], 0) == 0) {
      }
      __threadfence();
      before = so_far[block - 1];
    }
    so_far[block] = before + inclusive;
    __threadfence();
    atomicExch(&ready[block], 1);
    before_block = before;
    if (block == int(gridDim.x) - 1) *count = before + inclusive;
  }
  __syncthreads();
  if (flag) out[before_block + inclusive - 1] = mine;
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
  if (n == 0) return;
  const unsigned blocks = blocks_for(n);
  unsigned* so_far = nullptr;
  int* ready = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&so_far, blocks * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&ready, (blocks + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(ready, 0, (blocks + 1) * sizeof(int), stream));
  chained_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, count, keep, so_far, ready, ready + blocks);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(ready, stream));
  WARPGRADE_CHECK(cudaFreeAsync(so_far, stream));
}

}  // namespace compact
