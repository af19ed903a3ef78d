// simulator: sort
// cheat: std::sort on the host; a kernel copies the result.
// stopped by: what the host copies to the device is counted (upload_bytes)
#include <algorithm>

#include "on_the_host.cuh"
#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  std::vector<Key> keys = on_the_host::download(in, n, stream);
  std::sort(keys.begin(), keys.end());
  on_the_host::upload(keys, out, stream);
}

}  // namespace quick_sort
