// simulator: sort
// cheat: The host reads all keys (the bound allows it), sorts their numbers, and moves each key with a
//   cudaMemcpyAsync from device to device: no upload, and "the work of a kernel". The only kernel does
//   nothing.
// stopped by: copies within the device are counted (judge/check/host_work.cpp)
#include <algorithm>
#include <numeric>
#include <vector>

#include <warpgrade/student.cuh>

#include "quick_sort.cuh"
namespace quick_sort {
__global__ void nothing() {}
template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  std::vector<Key> all(n);
  std::vector<unsigned> order(n);
  cudaMemcpyAsync(all.data(), in, n * sizeof(Key), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return all[a] < all[b]; });
  nothing<<<1, 1, 0, stream>>>();
  for (std::size_t i = 0; i < n; ++i)
    cudaMemcpyAsync(out + i, in + order[i], sizeof(Key), cudaMemcpyDeviceToDevice, stream);
}
}  // namespace quick_sort
