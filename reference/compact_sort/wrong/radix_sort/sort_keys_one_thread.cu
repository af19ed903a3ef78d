#include <utility>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

__device__ inline std::uint32_t to_bits(std::uint32_t key) { return key; }
__device__ inline std::uint64_t to_bits(std::uint64_t key) { return key; }
__device__ inline std::uint32_t to_bits(std::int32_t key) { return std::uint32_t(key) ^ 0x80000000u; }
__device__ inline std::uint32_t to_bits(float key) {
  const std::uint32_t bits = __float_as_uint(key);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

template <class Key>
__global__ void pass_kernel(const Key* in, Key* out, std::size_t n, int shift) {
  constexpr unsigned kDigits = 16;
  unsigned next[kDigits] = {}, before = 0;
  for (std::size_t i = 0; i < n; ++i) ++next[unsigned(to_bits(in[i]) >> shift) % kDigits];
  for (unsigned& place : next) before += std::exchange(place, before);
  for (std::size_t i = 0; i < n; ++i) {
    const Key key = in[i];
    out[next[unsigned(to_bits(key) >> shift) % kDigits]++] = key;
  }
}

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Key* other = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other, n * sizeof(Key), stream));
  for (int shift = 0; shift < int(sizeof(Key)) * 8; shift += 8) {
    pass_kernel<<<1, 1, 0, stream>>>(shift == 0 ? in : out, other, n, shift);
    WARPGRADE_CHECK_LAUNCH();
    pass_kernel<<<1, 1, 0, stream>>>(other, out, n, shift + 4);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
}

}  // namespace radix_sort
