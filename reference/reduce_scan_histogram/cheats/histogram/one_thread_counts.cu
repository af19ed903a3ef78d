// simulator: blocked
// cheat: a section for each thread, but there is only one thread.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

template <class T, class Bin>
__global__ void count_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  for (std::size_t i = 0; i < n; ++i) {
    const int bin = bin_of(in[i]);
    if (bin >= 0 && bin < bin_count) ++bins[bin];
  }
}

template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  count_kernel<<<1, 1, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
