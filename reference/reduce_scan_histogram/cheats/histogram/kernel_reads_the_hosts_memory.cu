// simulator: aggregated
// cheat: the host counts. The kernel takes the counts from the host's memory, in a function without
//   instrumentation: on a CPU that works.
// stopped by: refused before compiling
#include "host_count.cuh"

namespace histogram {

__attribute__((no_sanitize_thread, noinline)) __device__ inline unsigned look(const unsigned* counts,
                                                                              int bin) {
  return counts[bin];
}

static __global__ void write_kernel(const unsigned* counts, unsigned* bins, int bin_count) {
  const int bin = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (bin < bin_count) bins[bin] = look(counts, bin);
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const std::vector<unsigned> counts =
      on_the_host::count(on_the_host::download(in, n, stream), bin_count, bin_of);
  write_kernel<<<unsigned(bin_count / 256 + 1), 256, 0, stream>>>(counts.data(), bins, bin_count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace histogram
