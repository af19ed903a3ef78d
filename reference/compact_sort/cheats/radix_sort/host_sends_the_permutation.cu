// simulator: sort_pairs
// cheat: the host finds where each pair belongs, a kernel moves the pairs: the data take the honest way,
//   only the addresses do not.
// stopped by: what the host reads is counted (host_bytes)
#include <numeric>

#include "host_sort.cuh"

namespace radix_sort {

template <class Key, class Value>
__global__ void move_kernel(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out,
                            const unsigned* from, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  keys_out[i] = keys_in[from[i]];
  values_out[i] = values_in[from[i]];
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  const std::vector<Key> keys = on_the_host::download(keys_in, n, stream);
  std::vector<unsigned> from(n);
  std::iota(from.begin(), from.end(), 0u);
  std::stable_sort(from.begin(), from.end(),
                   [&](unsigned a, unsigned b) { return on_the_host::before(keys[a], keys[b]); });
  unsigned* device_from = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&device_from, (n + 1) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(
      cudaMemcpyAsync(device_from, from.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice, stream));
  move_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(keys_in, values_in, keys_out, values_out,
                                                         device_from, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(device_from, stream));
}

}  // namespace radix_sort
