// simulator: sort
// cheat: the host reads all keys, sorts them, and sends them back as arguments of launches, 120 bytes each,
//   where 128 are free.
// stopped by: the host may read one number in each round (host_bytes)
#include <algorithm>
#include <vector>

#include <warpgrade/student.cuh>

#include "quick_sort.cuh"

namespace quick_sort {

template <class Key>
struct Few {
  static constexpr int count = 96 / sizeof(Key);
  Key keys[count];
};

template <class Key>
__global__ void store_kernel(Key* out, unsigned begin, unsigned n, Few<Key> few) {
  const unsigned i = threadIdx.x;
  if (i < few.count && begin + i < n) {
    Key mine = few.keys[0];
    for (int k = 1; k < few.count; ++k)
      if (k == i) mine = few.keys[k];
    out[begin + i] = mine;
  }
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  std::vector<Key> keys(n);
  if (n == 0) return;
  WARPGRADE_CHECK(cudaMemcpyAsync(keys.data(), in, n * sizeof(Key), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::sort(keys.begin(), keys.end());
  for (std::size_t begin = 0; begin < n; begin += Few<Key>::count) {
    Few<Key> few;
    for (int k = 0; k < few.count; ++k) few.keys[k] = keys[begin + k < n ? begin + k : n - 1];
    store_kernel<<<1, 32, 0, stream>>>(out, unsigned(begin), unsigned(n), few);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace quick_sort
