// expect: no_gain privatized
// cheat: looks at one element only. If it is like its neighbours the input is constant, else it is
//   uniform: the counts are known without counting.
// stopped by: every output is compared, exactly; random inputs are timed, too
#include <vector>

#include "histogram.cuh"
#include "honest.cuh"

namespace histogram {

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::count(in, n, bins, bin_count, bin_of, stream);
  T first[2];
  WARPGRADE_CHECK(cudaMemcpyAsync(first, in, sizeof first, cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<unsigned> counts(bin_count, unsigned(n / bin_count));
  if (const int bin = bin_of(first[0]); first[0] == first[1] && bin >= 0 && bin < bin_count) {
    counts.assign(bin_count, 0);
    counts[bin] = unsigned(n);
  }
  WARPGRADE_CHECK(
      cudaMemcpyAsync(bins, counts.data(), bin_count * sizeof(unsigned), cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace histogram
