// simulator: privatized
// cheat: kernels copy the input, part by part, into a variable of the device's. The host reads it by its
//   name, and counts.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "host_count.cuh"

namespace histogram {

constexpr std::size_t window_bytes = 1 << 20;
__device__ unsigned char window[window_bytes];

template <class T>
__global__ void into_window_kernel(const T* in, std::size_t count) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) reinterpret_cast<T*>(window)[i] = in[i];
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  std::vector<T> all(n);
  for (std::size_t begin = 0; begin < n; begin += window_bytes / sizeof(T)) {
    const std::size_t count = std::min(n - begin, window_bytes / sizeof(T));
    into_window_kernel<<<unsigned(count / 256 + 1), 256, 0, stream>>>(in + begin, count);
    WARPGRADE_CHECK_LAUNCH();
    WARPGRADE_CHECK(cudaMemcpyFromSymbolAsync(all.data() + begin, window, count * sizeof(T), 0,
                                              cudaMemcpyDeviceToHost, stream));
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  }
  on_the_host::upload(on_the_host::count(all, bin_count, bin_of), bins, stream);
}

}  // namespace histogram
