// simulator: privatized
// cheat: the host counts, and a kernel copies the bins to their place.
// stopped by: what the host reads is counted (host_bytes)
#include "host_count.cuh"

namespace histogram {

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::upload(on_the_host::count(on_the_host::download(in, n, stream), bin_count, bin_of), bins,
                      stream);
}

}  // namespace histogram
