#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

constexpr unsigned block_threads = 512, warps = block_threads / 32;

__global__ void clip_kernel(const Triangle* in, Triangle* out, std::size_t n, unsigned* total,
                            Rectangle window) {
  __shared__ unsigned sums[warps];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned at = 0;
  for (std::size_t first = 0; first < n; first += block_threads) {
    const std::size_t i = first + threadIdx.x;
    Polygon polygon{};
    unsigned count = 0;
    if (i < n) {
      polygon = clip(in[i], window);
      count = unsigned(triangle_count(polygon));
    }
    unsigned inclusive = count;
    for (unsigned delta = 1; delta < 32; delta *= 2) {
      const unsigned left = warpgrade::shfl_up(inclusive, delta);
      if (lane >= delta) inclusive += left;
    }
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    unsigned before = inclusive - count, all = 0;
    for (unsigned w = 0; w < warps; ++w) {
      all += sums[w];
      if (w < warp) before += sums[w];
    }
    for (unsigned j = 0; j < count; ++j) out[at + before + j] = fan_triangle(polygon, int(j));
    at += all;
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = at;
}

void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total, Rectangle window,
                    cudaStream_t stream) {
  clip_kernel<<<1, block_threads, 0, stream>>>(in, out, n, total, window);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace allocate
