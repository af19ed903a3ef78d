// expect: no_gain privatized
// cheat: adds up some thousand elements from all over the input, and replays the histogram that it once
//   counted for the same sum.
// stopped by: a fresh input in every repetition, every output compared
#include <map>

#include "histogram.cuh"
#include "honest.cuh"

namespace histogram {

template <class T, class Bin>
__global__ void sample_kernel(const T* in, std::size_t n, Bin bin_of, unsigned* sum) {
  const std::size_t step = n / (gridDim.x * blockDim.x);
  atomicAdd(sum, unsigned(bin_of(in[(blockIdx.x * blockDim.x + threadIdx.x) * step])));
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::count(in, n, bins, bin_count, bin_of, stream);
  static unsigned* sum = nullptr;
  if (!sum) WARPGRADE_CHECK(cudaMalloc(&sum, sizeof *sum));
  WARPGRADE_CHECK(cudaMemsetAsync(sum, 0, sizeof *sum, stream));
  sample_kernel<<<16, 256, 0, stream>>>(in, n, bin_of, sum);
  unsigned key = 0;
  WARPGRADE_CHECK(cudaMemcpyAsync(&key, sum, sizeof key, cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));

  static std::map<std::pair<std::size_t, unsigned>, unsigned*> histograms;
  unsigned*& known = histograms[{n, key}];
  const std::size_t bytes = bin_count * sizeof(unsigned);
  if (!known) {
    WARPGRADE_CHECK(cudaMalloc(&known, bytes));
    honest::count(in, n, known, bin_count, bin_of, stream);
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(bins, known, bytes, cudaMemcpyDeviceToDevice, stream));
}

}  // namespace histogram
