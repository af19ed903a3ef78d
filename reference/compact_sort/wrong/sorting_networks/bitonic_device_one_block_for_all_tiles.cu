// expect: too_much_work bitonic_device
// One block does all tiles, and all pairs of a step, one after the other.
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

struct Tuning {
  static constexpr int max_row = 2048;  // two elements for each thread of the largest block
};

__device__ inline std::size_t low_of_pair(std::size_t t, std::size_t stride) {
  return t / stride * 2 * stride + t % stride;
}

/// The first step of a bitonic merge has pairs that mirror each other: (0,7) (1,6) (2,5) (3,4) for a run
/// of 8. The partner of `low`, in a merge to runs of `run` elements (a power of two).
__device__ inline std::size_t mirror_of(std::size_t low, std::size_t run) { return low ^ (run - 1); }

/// Of a merge to runs of `run` elements the steps with strides first_stride, first_stride / 2, … 1, on the
/// tile that begins at `begin`. All threads of the block must call it. Begins with a barrier, and ends
/// without one.
template <class T, class Exchange>
__device__ void merge_in_tile(T* tile, std::size_t begin, std::size_t n, int first_stride, std::size_t run,
                              Exchange exchange) {
  for (int stride = first_stride; stride > 0; stride /= 2) {
    __syncthreads();
    const int low = low_of_pair(threadIdx.x, stride);
    const int high = stride == run / 2 ? mirror_of(low, run) : low + stride;
    if (begin + high < n) exchange(tile[low], tile[high]);
  }
}

/// Merges to runs of first_run, 2 · first_run, … last_run elements, as far as the steps lie in one tile: from
/// 2 to the size of a tile this sorts each tile.
template <class T, class Exchange>
__global__ void tiles_kernel(const T* in, T* out, std::size_t n, std::size_t first_run, std::size_t last_run,
                             Exchange exchange) {
  __shared__ T tile[Tuning::max_row];
  const int tile_size = 2 * blockDim.x;
  for (std::size_t begin = 0; begin < n; begin += tile_size) {
    for (int i = threadIdx.x; i < tile_size && begin + i < n; i += blockDim.x) tile[i] = in[begin + i];
    for (std::size_t run = first_run; run <= last_run; run *= 2)
      merge_in_tile(tile, begin, n, int(min(run, std::size_t(tile_size)) / 2), run, exchange);
    __syncthreads();
    for (int i = threadIdx.x; i < tile_size && begin + i < n; i += blockDim.x) out[begin + i] = tile[i];
    __syncthreads();
  }
}

/// One step of a merge of `run` elements, in global memory.
template <class T, class Exchange>
__global__ void step_kernel(T* data, std::size_t n, std::size_t stride, std::size_t run, Exchange exchange) {
  for (std::size_t t = threadIdx.x; low_of_pair(t, stride) < n; t += blockDim.x) {
    const std::size_t low = low_of_pair(t, stride);
    const std::size_t high = stride == run / 2 ? mirror_of(low, run) : low + stride;
    if (high < n) exchange(data[low], data[high]);
  }
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T highest, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tile = 2 * block_threads, size = std::bit_ceil(n);
  tiles_kernel<<<1, block_threads, 0, stream>>>(in, out, n, 2, tile, exchange);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t run = 2 * tile; run <= size; run *= 2) {
    for (std::size_t stride = run / 2; stride >= tile; stride /= 2) {
      step_kernel<<<1, block_threads, 0, stream>>>(out, n, stride, run, exchange);
      WARPGRADE_CHECK_LAUNCH();
    }
    tiles_kernel<<<1, block_threads, 0, stream>>>(out, out, n, run, run, exchange);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace sorting_networks
