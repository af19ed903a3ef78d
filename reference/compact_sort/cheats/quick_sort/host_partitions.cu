// simulator: partition
// cheat: std::stable_partition on the host; a kernel copies the result.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "on_the_host.cuh"
#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
void partition(const Key* in, Key* out, std::uint32_t* counts, int n, cudaStream_t stream) {
  std::vector<Key> keys = on_the_host::download(in, std::size_t(n), stream);
  std::vector<std::uint32_t> sizes(3);
  if (n > 0) {
    const Key pivot = keys[pivot_of({0, std::uint32_t(n)})];
    const auto equal = std::stable_partition(keys.begin(), keys.end(), [=](Key key) { return key < pivot; });
    const auto greater = std::stable_partition(equal, keys.end(), [=](Key key) { return !(pivot < key); });
    sizes = {std::uint32_t(equal - keys.begin()), std::uint32_t(greater - equal),
             std::uint32_t(keys.end() - greater)};
  }
  on_the_host::upload(keys, out, stream);
  on_the_host::upload(sizes, counts, stream);
}

}  // namespace quick_sort
