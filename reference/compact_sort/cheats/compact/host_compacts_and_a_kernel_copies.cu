// simulator: fused
// cheat: the host keeps what is to be kept, and a kernel copies it.
// stopped by: what the host reads is counted (host_bytes)
#include "compact.cuh"
#include "on_the_host.cuh"

namespace compact {

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  std::vector<T> kept;
  for (const T& x : on_the_host::download(in, n, stream))
    if (keep(x)) kept.push_back(x);
  on_the_host::upload(kept, out, stream);
  on_the_host::upload(std::vector<unsigned>{unsigned(kept.size())}, count, stream);
}

}  // namespace compact
