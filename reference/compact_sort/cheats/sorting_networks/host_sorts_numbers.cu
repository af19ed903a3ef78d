// simulator: brick
// cheat: types that can be compared are sorted by std::sort on the host, in the direction that one
//   exchange tells. Those that can't are there for proofs and measuring, and the host goes through the
//   network.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>
#include <type_traits>

#include "host_network.cuh"

namespace sorting_networks {

template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T /*highest*/, Exchange exchange, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, std::size_t(rows) * n, stream);
  for (int row = 0; row < rows; ++row) {
    T* begin = all.data() + std::size_t(row) * n;
    if constexpr (std::is_arithmetic_v<T>) {
      T low = 0, high = 1;
      exchange(low, high);
      std::sort(begin, begin + n);
      if (low == 1) std::reverse(begin, begin + n);
    } else {
      on_the_host::brick(begin, n, exchange);
    }
  }
  on_the_host::upload(all, out, stream, 32);
}

}  // namespace sorting_networks
