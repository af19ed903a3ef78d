// simulator: sort_keys
// cheat: one thread of a kernel calls qsort of the C library, which nobody instruments. Keys are turned
//   into bytes that memcmp orders, and back, by honest kernels.
// stopped by: qsort is not among the functions that a submission may call
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

template <class Key>
using Bits = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

template <class Key>
__device__ Bits<Key> swap_bytes(Bits<Key> bits) {
  if constexpr (sizeof(Key) == 8)
    return __builtin_bswap64(bits);
  else
    return __builtin_bswap32(bits);
}

template <class Key>
__global__ void encode_kernel(const Key* in, Bits<Key>* out, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  constexpr Bits<Key> sign = Bits<Key>(1) << (8 * sizeof(Key) - 1);
  const Key key = in[i];
  Bits<Key> bits;
  memcpy(&bits, &key, sizeof bits);
  if constexpr (std::is_same_v<Key, float>)
    bits = (bits & sign) != 0 ? ~bits : bits | sign;
  else if constexpr (std::is_signed_v<Key>)
    bits ^= sign;
  out[i] = swap_bytes<Key>(bits);
}

template <class Key>
__global__ void decode_kernel(const Bits<Key>* in, Key* out, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  constexpr Bits<Key> sign = Bits<Key>(1) << (8 * sizeof(Key) - 1);
  Bits<Key> bits = swap_bytes<Key>(in[i]);
  if constexpr (std::is_same_v<Key, float>)
    bits = (bits & sign) != 0 ? bits & ~sign : ~bits;
  else if constexpr (std::is_signed_v<Key>)
    bits ^= sign;
  Key key;
  memcpy(&key, &bits, sizeof key);
  out[i] = key;
}

template <class Key>
__global__ void sort_kernel(Bits<Key>* keys, std::size_t n) {
  std::qsort(keys, n, sizeof *keys,
             [](const void* a, const void* b) { return std::memcmp(a, b, sizeof(Key)); });
}

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  Bits<Key>* keys = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&keys, (n + 1) * sizeof(Key), stream));
  encode_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, keys, n);
  WARPGRADE_CHECK_LAUNCH();
  sort_kernel<Key><<<1, 1, 0, stream>>>(keys, n);
  WARPGRADE_CHECK_LAUNCH();
  decode_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(keys, out, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
}

}  // namespace radix_sort
