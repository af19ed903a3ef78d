// Right, and plain: one input a thread in blocks of 64, which ask again when they write; one thread scans the
// requests of all blocks.
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

constexpr unsigned kThreads = 64;

/// What the block's inputs before this thread's ask for; `all`: what all of them do.
__device__ inline unsigned before_in_block(unsigned slots, unsigned& all) {
  __shared__ unsigned asked[kThreads];
  asked[threadIdx.x] = slots;
  __syncthreads();
  unsigned before = 0;
  all = 0;
  for (unsigned t = 0; t < kThreads; ++t) {
    if (t < threadIdx.x) before += asked[t];
    all += asked[t];
  }
  return before;
}

/// producer.slots(i): how many slots input i asks for; producer.write(i, first) fills them.
template <class Producer>
__global__ void count_kernel(Producer producer, std::size_t n, unsigned* of_block) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  unsigned all;
  before_in_block(i < n ? producer.slots(i) : 0, all);
  if (threadIdx.x == 0) of_block[blockIdx.x] = all;
}

__global__ inline void spine_kernel(unsigned* of_block, unsigned blocks, unsigned* total) {
  unsigned before = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned own = of_block[b];
    of_block[b] = before;
    before += own;
  }
  *total = before;
}

template <class Producer>
__global__ void write_kernel(Producer producer, std::size_t n, const unsigned* first) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  unsigned all;
  const unsigned before = before_in_block(i < n ? producer.slots(i) : 0, all);
  if (i < n) producer.write(i, first[blockIdx.x] + before);
}

template <class Producer>
void allocate_for(Producer producer, std::size_t n, unsigned* total, cudaStream_t stream) {
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  unsigned* of_block;
  WARPGRADE_CHECK(cudaMallocAsync(&of_block, (blocks + 1) * sizeof(unsigned), stream));
  if (blocks > 0) count_kernel<<<blocks, kThreads, 0, stream>>>(producer, n, of_block);
  WARPGRADE_CHECK_LAUNCH();
  spine_kernel<<<1, 1, 0, stream>>>(of_block, blocks, total);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 0) write_kernel<<<blocks, kThreads, 0, stream>>>(producer, n, of_block);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(of_block, stream));
}

template <class T, class U, class Ask>
struct Expansion {
  const T* in;
  U* out;
  Ask ask;
  __device__ unsigned slots(std::size_t i) const { return ask.slots(in[i]); }
  __device__ void write(std::size_t i, unsigned first) const {
    for (unsigned j = 0; j < ask.slots(in[i]); ++j) out[first + j] = ask.slot(in[i], j);
  }
};

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  allocate_for(Expansion<T, U, Ask>{in, out, ask}, n, total, stream);
}

struct Clipping {
  const Triangle* in;
  Triangle* out;
  Rectangle window;
  __device__ unsigned slots(std::size_t i) const { return triangle_count(clip(in[i], window)); }
  __device__ void write(std::size_t i, unsigned first) const {
    const Polygon polygon = clip(in[i], window);
    for (unsigned j = 0; j < unsigned(triangle_count(polygon)); ++j)
      out[first + j] = fan_triangle(polygon, j);
  }
};

inline void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total,
                           Rectangle window, cudaStream_t stream) {
  allocate_for(Clipping{in, out, window}, n, total, stream);
}

}  // namespace allocate
