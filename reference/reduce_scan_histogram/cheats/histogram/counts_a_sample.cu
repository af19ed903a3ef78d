// expect: no_gain privatized
// cheat: counts every sixteenth part of the input and multiplies: close enough for large n.
// stopped by: every output is compared, exactly
#include "histogram.cuh"
#include "honest.cuh"

namespace histogram {

__global__ void scale_kernel(unsigned* bins, int bin_count, unsigned factor) {
  for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) bins[bin] *= factor;
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::count(in, n, bins, bin_count, bin_of, stream);
  constexpr unsigned factor = 16;
  honest::count(in, n / factor, bins, bin_count, bin_of, stream);
  scale_kernel<<<1, 256, 0, stream>>>(bins, bin_count, factor);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
