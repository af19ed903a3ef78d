// simulator: sort
// cheat: host_bytes allows 96·n·log2 n here: the host copies all keys, sorts them with std::sort, and hands
//   them back as kernel parameters of 4000 bytes, which are no upload.
// stopped by: parameters beyond 128 bytes are an upload (schedule/scheduler.cpp)
#include <algorithm>
#include <vector>

#include <warpgrade/student.cuh>

#include "quick_sort.cuh"
namespace quick_sort {
template <class Key>
struct Part {
  Key keys[3968 / sizeof(Key)];
};
template <class Key>
__global__ void put(Part<Key> part, Key* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = part.keys[i];
}
template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  std::vector<Key> all(n);
  cudaMemcpyAsync(all.data(), in, n * sizeof(Key), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::sort(all.begin(), all.end());
  constexpr std::size_t kEach = 3968 / sizeof(Key);
  for (std::size_t i = 0; i < n; i += kEach) {
    Part<Key> part;
    const int count = int(std::min(kEach, n - i));
    std::copy(all.begin() + i, all.begin() + i + count, part.keys);
    put<<<(count + 255) / 256, 256, 0, stream>>>(part, out + i, count);
  }
}
}  // namespace quick_sort
