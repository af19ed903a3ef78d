// simulator: unique
// cheat: the host keeps the first of each run, and a kernel copies them.
// stopped by: what the host reads is counted (host_bytes)
#include "compact.cuh"
#include "on_the_host.cuh"

namespace compact {

template <class T, class Same>
void unique(const T* in, T* out, std::size_t n, unsigned* count, Same same, cudaStream_t stream) {
  std::vector<T> firsts;
  const std::vector<T> all = on_the_host::download(in, n, stream);
  for (std::size_t i = 0; i < n; ++i)
    if (i == 0 || !same(all[i - 1], all[i])) firsts.push_back(all[i]);
  on_the_host::upload(firsts, out, stream);
  on_the_host::upload(std::vector<unsigned>{unsigned(firsts.size())}, count, stream);
}

}  // namespace compact
