// expect: no_gain privatized
// cheat: keeps the input of the last call, and takes it that a new one with the same ends has the same
//   middle: counts only the first and the last million elements anew.
// stopped by: a fresh input in every repetition, every output compared
#include "histogram.cuh"
#include "honest.cuh"

namespace histogram {

__global__ void add_kernel(unsigned* bins, const unsigned* more, int bin_count) {
  for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) bins[bin] += more[bin];
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::count(in, n, bins, bin_count, bin_of, stream);
  constexpr std::size_t end = std::size_t(1) << 20;
  static unsigned* middle = nullptr;
  static std::size_t middle_of = 0;
  if (middle_of != n) {
    WARPGRADE_CHECK(cudaMalloc(&middle, bin_count * sizeof(unsigned)));
    honest::count(in + end, n - 2 * end, middle, bin_count, bin_of, stream);
    middle_of = n;
  }
  unsigned* last = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&last, bin_count * sizeof(unsigned), stream));
  honest::count(in, end, bins, bin_count, bin_of, stream);
  honest::count(in + n - end, end, last, bin_count, bin_of, stream);
  add_kernel<<<1, 256, 0, stream>>>(bins, middle, bin_count);
  add_kernel<<<1, 256, 0, stream>>>(bins, last, bin_count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(last, stream));
}

}  // namespace histogram
