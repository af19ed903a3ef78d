// simulator: top_k
// cheat: kernels count and compact. The host reads the counts of each pass, chooses the digit, and passes it
// to
//   the next kernel.
// stopped by: what the host reads is counted (host_bytes)
#include <type_traits>

#include "on_the_host.cuh"
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
__global__ void digits_kernel(const Key* in, std::size_t n, std::uint64_t prefix, int shift,
                              unsigned* counts) {
  __shared__ unsigned count[256];
  count[threadIdx.x] = 0;
  __syncthreads();
  for (std::size_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    const std::uint64_t bits = ordered(in[i]);
    if ((bits ^ prefix) >> shift < 256) atomicAdd(&count[bits >> shift & 255], 1u);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], count[threadIdx.x]);
}

template <class Key>
__global__ void compact_kernel(const Key* in, Key* out, std::size_t n, std::uint64_t kth, unsigned missing,
                               unsigned* totals) {
  __shared__ unsigned tile;
  __shared__ unsigned greater_begin, equal_begin;
  if (threadIdx.x == 0) tile = atomicAdd(totals, 1u);
  __syncthreads();
  const std::size_t i = std::size_t(tile) * 256 + threadIdx.x;
  const std::uint64_t bits = i < n ? ordered(in[i]) : 0;
  const bool is_greater = i < n && bits > kth, is_equal = i < n && bits == kth;
  __shared__ unsigned kinds[256];
  kinds[threadIdx.x] = is_greater | unsigned(is_equal) << 16;
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    __syncthreads();
    const unsigned left = threadIdx.x >= stride ? kinds[threadIdx.x - stride] : 0;
    __syncthreads();
    kinds[threadIdx.x] += left;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    while (tile > 0 && atomicAdd(&totals[1], 0u) < tile) {
    }
    __threadfence();
    volatile unsigned* const sums = totals + 2;
    greater_begin = sums[0], equal_begin = sums[1];
    sums[0] = greater_begin + (kinds[255] & 0xffff);
    sums[1] = equal_begin + (kinds[255] >> 16);
    __threadfence();
    atomicAdd(&totals[1], 1u);
  }
  __syncthreads();
  const unsigned before = kinds[threadIdx.x] - (is_greater | unsigned(is_equal) << 16);
  const unsigned greater = greater_begin + (before & 0xffff), equal = equal_begin + (before >> 16);
  if (is_greater || (is_equal && equal < missing)) out[greater + min(equal, missing)] = in[i];
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const unsigned tiles = unsigned((n + 255) / 256);
  unsigned* counts = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, 256 * sizeof(unsigned), stream));
  std::uint64_t prefix = 0;
  std::size_t number = k;
  for (int shift = int(8 * sizeof(Key)) - 8; shift >= 0; shift -= 8) {
    WARPGRADE_CHECK(cudaMemsetAsync(counts, 0, 256 * sizeof(unsigned), stream));
    digits_kernel<<<min(tiles, 64u), 256, 0, stream>>>(in, n, prefix, shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    const std::vector<unsigned> count = on_the_host::download(counts, 256, stream);
    unsigned digit = 255;
    while (count[digit] < number) number -= count[digit--];
    prefix |= std::uint64_t(digit) << shift;
  }
  WARPGRADE_CHECK(cudaMemsetAsync(counts, 0, 4 * sizeof(unsigned), stream));
  compact_kernel<<<tiles, 256, 0, stream>>>(in, out, n, prefix, unsigned(number), counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

}  // namespace radix_sort
