// Right in another style: one launch. Warps scan with cooperative groups, and the blocks form a chain in the
// order of their tickets: each waits for the end of the block before, and hands on its own.
#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

namespace cg = cooperative_groups;

constexpr int kThreads = 128, kWarps = kThreads / 32;
constexpr unsigned long long kReady = 1ull << 32;

/// Where this thread's slots begin. ends[b]: 0, and once it is known kReady and where the slots of block b
/// end.
__device__ unsigned first_slot(unsigned slots, unsigned block, unsigned long long* ends, unsigned* total) {
  __shared__ unsigned warp_sums[kWarps], before_block;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  unsigned inclusive = slots;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warp.shfl_up(inclusive, delta);
    if (warp.thread_rank() >= delta) inclusive += left;
  }
  if (warp.thread_rank() == 31) warp_sums[threadIdx.x / 32] = inclusive;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned long long before = kReady;
    while (block > 0 && (before = atomicAdd(&ends[block - 1], 0ull)) < kReady) {
    }
    unsigned end = unsigned(before);
    before_block = end;
    for (int w = 0; w < kWarps; ++w) end += warp_sums[w];
    atomicExch(&ends[block], kReady | end);
    if (block == gridDim.x - 1) *total = end;
  }
  __syncthreads();
  unsigned first = before_block + inclusive - slots;
  for (unsigned w = 0; w < threadIdx.x / 32; ++w) first += warp_sums[w];
  return first;
}

/// The index of this thread's input, by its block's ticket.
__device__ std::size_t take_input(unsigned* ticket, unsigned& block) {
  __shared__ unsigned taken;
  if (threadIdx.x == 0) taken = atomicAdd(ticket, 1u);
  __syncthreads();
  block = taken;
  return std::size_t(block) * kThreads + threadIdx.x;
}

template <class T, class U, class Ask>
__global__ void expand_kernel(const T* in, U* out, std::size_t n, unsigned* total, Ask ask,
                              unsigned long long* ends, unsigned* ticket) {
  unsigned block;
  const std::size_t i = take_input(ticket, block);
  const unsigned slots = i < n ? ask.slots(in[i]) : 0;
  const unsigned first = first_slot(slots, block, ends, total);
  for (unsigned j = 0; j < slots; ++j) out[first + j] = ask.slot(in[i], j);
}

__global__ void clip_kernel(const Triangle* in, Triangle* out, std::size_t n, unsigned* total,
                            Rectangle window, unsigned long long* ends, unsigned* ticket) {
  unsigned block;
  const std::size_t i = take_input(ticket, block);
  Polygon polygon;
  polygon.size = 0;
  if (i < n) polygon = clip(in[i], window);
  const int count = triangle_count(polygon);
  const unsigned first = first_slot(unsigned(count), block, ends, total);
  for (int j = 0; j < count; ++j) out[first + j] = fan_triangle(polygon, j);
}

/// Calls launch(blocks, ends, ticket); one block at least, since it is that which writes the total.
template <class Launch>
void with_chain(std::size_t n, cudaStream_t stream, Launch launch) {
  const unsigned blocks = n == 0 ? 1 : unsigned((n + kThreads - 1) / kThreads);
  unsigned long long* ends = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&ends, (blocks + 1) * sizeof *ends, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(ends, 0, (blocks + 1) * sizeof *ends, stream));
  launch(blocks, ends, reinterpret_cast<unsigned*>(ends + blocks));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(ends, stream));
}

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  with_chain(n, stream, [&](unsigned blocks, unsigned long long* ends, unsigned* ticket) {
    expand_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, total, ask, ends, ticket);
  });
}

void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total, Rectangle window,
                    cudaStream_t stream) {
  with_chain(n, stream, [&](unsigned blocks, unsigned long long* ends, unsigned* ticket) {
    clip_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, total, window, ends, ticket);
  });
}

}  // namespace allocate
