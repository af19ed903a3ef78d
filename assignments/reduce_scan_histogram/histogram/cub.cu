// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceHistogram.
// tasks: privatized
#include <cub/device/device_histogram.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <type_traits>

#include "binning.cuh"
#include "histogram.cuh"
#include "kit/cub_call.cuh"

namespace histogram {

/// Counts samples in equal bins over [lower, upper); those outside are ignored.
template <class Samples, class Level>
void even_bins(Samples samples, std::size_t n, unsigned* bins, int bin_count, Level lower, Level upper,
               cudaStream_t stream) {
  warpgrade::cub_call::with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, samples, bins, bin_count + 1, lower, upper, n,
                                               stream);
  });
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if constexpr (std::is_same_v<Bin, ByteValue>)
    even_bins(in, n, bins, bin_count, 0, bin_count, stream);  // a level for each value
  else if constexpr (std::is_same_v<Bin, UniformFloat>)
    even_bins(in, n, bins, bin_count, 0.0f, 1.0f, stream);
  else  // CUB knows no such binning: count the bins' own numbers
    even_bins(thrust::make_transform_iterator(in, bin_of), n, bins, bin_count, 0, bin_count, stream);
}

}  // namespace histogram
