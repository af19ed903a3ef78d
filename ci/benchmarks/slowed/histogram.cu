// A right histogram, slowed down by a known factor: see reduce.cu.
#define privatized privatized_at_full_speed
#include "full_speed.cuh"
#undef privatized
#include "again.cuh"
#include "histogram.cuh"

namespace histogram {

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  privatized_at_full_speed(in, n, bins, bin_count, bin_of, stream);
  static slowed::Again<T, unsigned> again;
  again.run(in, n, /*outputs=*/bin_count, stream, [&](const T* copy, unsigned* result, std::size_t count) {
    privatized_at_full_speed(copy, count, result, bin_count, bin_of, stream);
  });
}

}  // namespace histogram
