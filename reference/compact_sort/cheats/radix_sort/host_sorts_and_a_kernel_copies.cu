// simulator: sort_keys
// cheat: std::sort on the host; a kernel copies the result.
// stopped by: what the host reads is counted (host_bytes)
#include "host_sort.cuh"

namespace radix_sort {

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  std::vector<Key> keys = on_the_host::download(in, n, stream);
  std::sort(keys.begin(), keys.end(), on_the_host::before<Key>);
  on_the_host::upload(keys, out, stream);
}

}  // namespace radix_sort
