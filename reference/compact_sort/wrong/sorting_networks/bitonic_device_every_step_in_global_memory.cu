// expect: too_much_work bitonic_device
// Each step is a launch that reads and writes the whole array.
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

inline int div_up(std::size_t a, std::size_t b) { return int((a + b - 1) / b); }

__device__ inline std::size_t low_of_pair(std::size_t t, std::size_t stride) {
  return t / stride * 2 * stride + t % stride;
}

/// The first step of a bitonic merge has pairs that mirror each other: (0,7) (1,6) (2,5) (3,4) for a run
/// of 8. The partner of `low`, in a merge to runs of `run` elements (a power of two).
__device__ inline std::size_t mirror_of(std::size_t low, std::size_t run) { return low ^ (run - 1); }

/// One step of a merge of `run` elements, in global memory: a thread for each pair.
template <class T, class Exchange>
__global__ void step_kernel(T* data, std::size_t n, std::size_t stride, std::size_t run, Exchange exchange) {
  const std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t low = low_of_pair(t, stride);
  const std::size_t high = stride == run / 2 ? mirror_of(low, run) : low + stride;
  if (high < n) exchange(data[low], data[high]);
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T highest, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t size = std::bit_ceil(n);
  WARPGRADE_CHECK(cudaMemcpyAsync(out, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  for (std::size_t run = 2; run <= size; run *= 2) {
    for (std::size_t stride = run / 2; stride > 0; stride /= 2) {
      step_kernel<<<div_up(size / 2, block_threads), block_threads, 0, stream>>>(out, n, stride, run,
                                                                                 exchange);
      WARPGRADE_CHECK_LAUNCH();
    }
  }
}

}  // namespace sorting_networks
