#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

template <class Key>
__device__ std::uint64_t ordered(Key key) {
  if constexpr (std::is_same_v<Key, float>) {
    const unsigned bits = __float_as_uint(key);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  } else if constexpr (std::is_signed_v<Key>) {
    return unsigned(key) ^ 0x80000000u;
  } else {
    return key;
  }
}

template <class Key>
__global__ void top_k_kernel(const Key* in, Key* out, std::size_t n, std::size_t k) {
  std::uint64_t kth = 0;
  for (int bit = int(8 * sizeof(Key)) - 1; bit >= 0; --bit) {
    const std::uint64_t candidate = kth | std::uint64_t(1) << bit;
    std::size_t as_great = 0;
    for (std::size_t i = 0; i < n; ++i) as_great += ordered(in[i]) >= candidate;
    if (as_great >= k) kth = candidate;
  }
  std::size_t missing = k, kept = 0;
  for (std::size_t i = 0; i < n; ++i) missing -= ordered(in[i]) > kth;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_equal = ordered(in[i]) == kth && missing > 0;
    if (is_equal) --missing;
    if (is_equal || ordered(in[i]) > kth) out[kept++] = in[i];
  }
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  top_k_kernel<<<1, 1, 0, stream>>>(in, out, n, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
