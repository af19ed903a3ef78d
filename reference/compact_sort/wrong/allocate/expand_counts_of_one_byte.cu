// expect: wrong_answer expand
// A byte is enough for what one input asks for, but not for what a block does.
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
};

// ==== Producers ==========================================================================================

/// expand: asks as the functor says.
template <class T, class U, class Ask>
struct Expansion {
  const T* in;
  U* out;
  Ask ask;

  __device__ unsigned slots(std::size_t i) const { return ask.slots(in[i]); }
  __device__ void write(std::size_t i, unsigned first) const {
    const T x = in[i];
    const unsigned slots = ask.slots(x);
    for (unsigned j = 0; j < slots; ++j) out[first + j] = ask.slot(x, j);
  }
};

// ==== Count, scan, write =================================================================================
// Count: how many slots each block of inputs asks for. Spine: one block scans these counts. Write: each block
// scans what its own inputs ask for, and starts where the blocks before it end.

/// The exclusive scan of one value a thread over the block (as in compact); `total` gets the sum of all.
/// Every thread of the block must call it; warp_sums may be used again after the block's next barrier.
__device__ unsigned block_exclusive_scan(unsigned value, unsigned (&warp_sums)[Tuning::warps],
                                         unsigned& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned inclusive = value;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive += left;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  unsigned before = inclusive - value;
  total = 0;
  for (unsigned w = 0; w < Tuning::warps; ++w) {
    if (w < warp) before += warp_sums[w];
    total += warp_sums[w];
  }
  return before;
}

__device__ std::size_t global_thread() {
  return std::size_t(blockIdx.x) * Tuning::block_threads + threadIdx.x;
}

/// Count: the inputs of block b, one a thread, ask for counts[b] slots.
template <class Producer>
__global__ void count_kernel(Producer producer, std::size_t n, unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  const std::size_t i = global_thread();
  unsigned total;
  block_exclusive_scan(i < n ? producer.slots(i) : 0, warp_sums, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = static_cast<unsigned char>(total);
}

/// Spine: one block scans the counts in place, exclusively, and leaves the sum of all in *total.
__global__ void spine_kernel(unsigned* counts, unsigned blocks, unsigned* total) {
  __shared__ unsigned warp_sums[Tuning::warps];
  unsigned before_round = 0;
  for (unsigned first = 0; first < blocks; first += Tuning::block_threads) {
    const unsigned b = first + threadIdx.x;
    unsigned sum;
    const unsigned before = block_exclusive_scan(b < blocks ? counts[b] : 0, warp_sums, sum);
    if (b < blocks) counts[b] = before_round + before;
    before_round += sum;
    __syncthreads();  // warp_sums is free again
  }
  if (threadIdx.x == 0) *total = before_round;
}

/// Write: each input of block b writes its slots; those of the block begin at counts[b].
template <class Producer>
__global__ void write_kernel(Producer producer, std::size_t n, const unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  const std::size_t i = global_thread();
  unsigned total;
  const unsigned before = block_exclusive_scan(i < n ? producer.slots(i) : 0, warp_sums, total);
  if (i < n) producer.write(i, counts[blockIdx.x] + before);
}

template <class Producer>
void allocate_and_write(Producer producer, std::size_t n, unsigned* total, cudaStream_t stream) {
  const unsigned blocks = unsigned((n + Tuning::block_threads - 1) / Tuning::block_threads);
  unsigned* counts = nullptr;
  if (blocks > 0) {
    WARPGRADE_CHECK(cudaMallocAsync(&counts, blocks * sizeof(unsigned), stream));
    count_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(producer, n, counts);
    WARPGRADE_CHECK_LAUNCH();
  }
  spine_kernel<<<1, Tuning::block_threads, 0, stream>>>(counts, blocks, total);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) {
    write_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(producer, n, counts);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  }
}

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  allocate_and_write(Expansion<T, U, Ask>{in, out, ask}, n, total, stream);
}

}  // namespace allocate
