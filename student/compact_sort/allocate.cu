// Allocate: each input asks for some slots of the output (allocate.cuh has the contract, README.md the
// story).
//
//   asks for   2 0 0 3 1 0 2
//   first      0 2 2 2 5 6 6     exclusive scan: where an input's slots begin
//   out        a a d d d e g g   *total = 8
//
// Both tasks allocate in the same way. What differs is who asks: a producer says for input i how many slots
// it wants, and writes them once it knows where they begin.
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
};

// ==== expand: asks as the functor says ===================================================================

template <class T, class U, class Ask>
struct Expansion {
  const T* in;
  U* out;
  Ask ask;

  __device__ unsigned slots(std::size_t i) const { return ask.slots(in[i]); }
  __device__ void write(std::size_t i, unsigned first) const {
    // TODO: All slots of input i, the j-th to out[first + j].
    // END TODO
  }
};

// ==== clip_triangles: asks for as many slots as are left of a triangle ===================================

/// Clipping is done twice, to count and to write: that is cheaper than to store and load polygons.
struct Clipping {
  const Triangle* in;
  Triangle* out;
  Rectangle window;

  __device__ unsigned slots(std::size_t i) const {
    unsigned count = 0;
    // TODO: How many triangles are left of in[i]?
    // END TODO
    return count;
  }
  __device__ void write(std::size_t i, unsigned first) const {
    // TODO: What is left of in[i], in the order of fan_triangle().
    // END TODO
  }
};

// ==== Count, scan, write: all tasks ======================================================================
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
  // TODO: What this thread's input asks for (a thread past n: nothing), and of the scan only the total.
  // END TODO
}

/// Spine: one block scans the counts in place, exclusively, and leaves the sum of all in *total.
__global__ void spine_kernel(unsigned* counts, unsigned blocks, unsigned* total) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: Round by round, each of block_threads counts; the sum of a round is carried to the next.
  // END TODO
}

/// Write: each input of block b writes its slots; those of the block begin at counts[b].
template <class Producer>
__global__ void write_kernel(Producer producer, std::size_t n, const unsigned* counts) {
  __shared__ unsigned warp_sums[Tuning::warps];
  // TODO: Scan again what the inputs of this block ask for; then each of them knows where its slots begin.
  // END TODO
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

void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total, Rectangle window,
                    cudaStream_t stream) {
  allocate_and_write(Clipping{in, out, window}, n, total, stream);
}

}  // namespace allocate
