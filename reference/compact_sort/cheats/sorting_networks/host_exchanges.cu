// simulator: bitonic
// cheat: the host goes through the very network, with the exchange that is given; a kernel copies the
//   rows.
// stopped by: what the host reads is counted (host_bytes)
#include "host_network.cuh"

namespace sorting_networks {

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T /*highest*/, Exchange exchange, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, std::size_t(rows) * n, stream);
  for (int row = 0; row < rows; ++row) on_the_host::bitonic(all.data() + std::size_t(row) * n, n, exchange);
  on_the_host::upload(all, out, stream, 32);
}

}  // namespace sorting_networks
