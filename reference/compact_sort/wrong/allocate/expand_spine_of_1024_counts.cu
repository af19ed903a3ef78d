// expect: race expand
// line: for (unsigned j = 0; j < m; ++j) out[first + j] = ask.slot(x, j);
// Blocks of 1024, and a spine of a single round: right up to 1,048,576 inputs.
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

template <class T, class U, class Ask>
struct Expansion {
  const T* in;
  U* out;
  Ask ask;
  __device__ unsigned slots(std::size_t i) const { return ask.slots(in[i]); }
  __device__ void write(std::size_t i, unsigned first) const {
    const T x = in[i];
    const unsigned m = ask.slots(x);
    for (unsigned j = 0; j < m; ++j) out[first + j] = ask.slot(x, j);
  }
};

constexpr int kThreads = 1024, kWarps = kThreads / 32;
__device__ unsigned block_exclusive_scan(unsigned value, unsigned (&warp_sums)[kWarps], unsigned& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned inclusive = value;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = __shfl_up_sync(0xffffffffu, inclusive, delta);
    if (lane >= delta) inclusive += left;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  unsigned before = inclusive - value;
  total = 0;
  for (unsigned w = 0; w < kWarps; ++w) {
    if (w < warp) before += warp_sums[w];
    total += warp_sums[w];
  }
  return before;
}

template <class Producer>
__global__ void count_kernel(Producer producer, std::size_t n, unsigned* counts) {
  __shared__ unsigned warp_sums[kWarps];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const unsigned wanted = i < n ? producer.slots(i) : 0;
  unsigned total;
  block_exclusive_scan(wanted, warp_sums, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

__global__ void spine_kernel(unsigned* counts, unsigned blocks, unsigned* total) {
  __shared__ unsigned warp_sums[kWarps];
  const unsigned mine = threadIdx.x < blocks ? counts[threadIdx.x] : 0;
  unsigned sum;
  const unsigned before = block_exclusive_scan(mine, warp_sums, sum);
  if (threadIdx.x < blocks) counts[threadIdx.x] = before;
  if (threadIdx.x == 0) *total = sum;
}

template <class Producer>
__global__ void write_kernel(Producer producer, std::size_t n, const unsigned* counts) {
  __shared__ unsigned warp_sums[kWarps];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const unsigned wanted = i < n ? producer.slots(i) : 0;
  unsigned total;
  const unsigned before = block_exclusive_scan(wanted, warp_sums, total);
  if (wanted > 0) producer.write(i, counts[blockIdx.x] + before);
}

template <class Producer>
void allocate_and_write(Producer producer, std::size_t n, unsigned* total, cudaStream_t stream) {
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  unsigned* counts = nullptr;
  if (blocks > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&counts, blocks * sizeof(unsigned), stream));
    count_kernel<<<blocks, kThreads, 0, stream>>>(producer, n, counts);
    WARPGRADE_CHECK_LAUNCH();
  }
  spine_kernel<<<1, kThreads, 0, stream>>>(counts, blocks, total);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) {
    write_kernel<<<blocks, kThreads, 0, stream>>>(producer, n, counts);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  }
}

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  allocate_and_write(Expansion<T, U, Ask>{in, out, ask}, n, total, stream);
}

}  // namespace allocate
