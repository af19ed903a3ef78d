// expect: no_gain privatized
// cheat: none. The kernel that all others here compute with: what they may be worth.
#include "histogram.cuh"
#include "honest.cuh"

namespace histogram {

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  honest::count(in, n, bins, bin_count, bin_of, stream);
}

}  // namespace histogram
