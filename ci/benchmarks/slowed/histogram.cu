// A right histogram, slowed down by a known factor: see reduce.cu.
#define privatized privatized_at_full_speed
#include "histogram_at_full_speed.cuh"
#undef privatized
#include "histogram.cuh"
#include "slower.cuh"

namespace histogram {

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  slowed::run(stream, [&] { privatized_at_full_speed(in, n, bins, bin_count, bin_of, stream); });
}

}  // namespace histogram
