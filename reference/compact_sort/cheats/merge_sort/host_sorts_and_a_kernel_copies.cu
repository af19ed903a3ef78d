// simulator: sort
// cheat: std::stable_sort on the host, by the order that is given; kernels copy the results.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>
#include <numeric>

#include "merge_sort.cuh"
#include "on_the_host.cuh"

namespace merge_sort {

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::vector<Key> all_keys = on_the_host::download(list.keys, list.n, stream);
  const std::vector<Value> all_values = on_the_host::download(list.values, list.n, stream);
  std::vector<unsigned> from(list.n);
  std::iota(from.begin(), from.end(), 0u);
  std::stable_sort(from.begin(), from.end(),
                   [&](unsigned a, unsigned b) { return less(all_keys[a], all_keys[b]); });
  std::vector<Key> sorted_keys;
  std::vector<Value> sorted_values;
  for (unsigned i : from) {
    sorted_keys.push_back(all_keys[i]);
    sorted_values.push_back(all_values[i]);
  }
  on_the_host::upload(sorted_keys, keys, stream);
  on_the_host::upload(sorted_values, values, stream);
}

}  // namespace merge_sort
