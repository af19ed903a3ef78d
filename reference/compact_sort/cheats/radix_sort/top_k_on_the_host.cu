// simulator: top_k
// cheat: the host sorts to find the k-th greatest key, and keeps what is to be kept; a kernel copies it.
// stopped by: what the host reads is counted (host_bytes)
#include "host_sort.cuh"

namespace radix_sort {

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const std::vector<Key> keys = on_the_host::download(in, n, stream);
  std::vector<Key> sorted = keys, kept;
  std::sort(sorted.begin(), sorted.end(), on_the_host::before<Key>);
  const Key kth = sorted[n - k];
  std::size_t missing = k;
  for (const Key key : keys) missing -= on_the_host::before(kth, key);
  for (const Key key : keys) {
    const bool is_greater = on_the_host::before(kth, key), is_less = on_the_host::before(key, kth);
    if (is_greater || (!is_less && missing > 0)) kept.push_back(key);
    if (!is_greater && !is_less && missing > 0) --missing;
  }
  on_the_host::upload(kept, out, stream);
}

}  // namespace radix_sort
