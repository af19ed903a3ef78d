// simulator: sort_by_score
// cheat: std::stable_sort on the host; kernels copy keys and positions.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>
#include <tuple>
#include <utility>

#include "on_the_host.cuh"
#include "red_eye.cuh"

namespace red_eye {

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  std::vector<unsigned> first = on_the_host::download(keys, n, stream);
  std::vector<unsigned> second = on_the_host::download(positions, n, stream);
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (std::size_t i = 0; i < n; ++i) pairs.emplace_back(first[i], second[i]);
  std::stable_sort(pairs.begin(), pairs.end(), [](auto a, auto b) { return a.first < b.first; });
  for (std::size_t i = 0; i < n; ++i) std::tie(first[i], second[i]) = pairs[i];
  on_the_host::upload(first, sorted_keys, stream);
  on_the_host::upload(second, sorted_positions, stream);
}

void remove_red(const float*, const Rgba*, unsigned*, Rgba*, std::size_t, std::size_t, int, cudaStream_t) {}

}  // namespace red_eye
