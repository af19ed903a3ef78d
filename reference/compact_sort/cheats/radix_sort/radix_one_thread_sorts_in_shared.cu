// simulator: sort_keys
// cheat: One block; its thread 0 sorts all keys in shared memory (insertion into 256 runs by digit,
//   serially): no access to global memory tells, and all measured sizes fit 227 KB. Larger ones go
//   to global memory.
// stopped by: serial_steps of the spec
#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"
namespace radix_sort {
template <class Key>
struct Bits {
  using type = std::conditional_t<sizeof(Key) == 8, unsigned long long, unsigned>;
};
template <class Key>
__device__ typename Bits<Key>::type order_of(Key key) {
  using U = typename Bits<Key>::type;
  U u;
  if constexpr (sizeof(Key) == 8)
    u = U(key);
  else if constexpr (std::is_floating_point_v<Key>)
    u = __float_as_uint(key);
  else
    u = U(key);
  constexpr U top = U(1) << (8 * sizeof(U) - 1);
  if constexpr (std::is_floating_point_v<Key>)
    return u & top ? ~u : u | top;
  else
    return std::is_signed_v<Key> ? u ^ top : u;
}
template <class Key>
__device__ void sort_serially(Key* a, std::size_t n) {  // shell sort
  for (std::size_t gap = n / 2 + 1; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
    for (std::size_t i = gap; i < n; ++i) {
      const Key x = a[i];
      const auto ox = order_of(x);
      std::size_t j = i;
      while (j >= gap && order_of(a[j - gap]) > ox) {
        a[j] = a[j - gap];
        j -= gap;
      }
      a[j] = x;
    }
    if (gap == 1) break;
  }
}
template <class Key>
__global__ void one_block(const Key* in, Key* out, std::size_t n) {
  extern __shared__ unsigned char room[];
  Key* const tile = reinterpret_cast<Key*>(room);
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) sort_serially(tile, n);
  __syncthreads();
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) out[i] = tile[i];
}
template <class Key>
__global__ void one_thread(const Key* in, Key* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = in[i];
  sort_serially(out, n);
}
template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t bytes = n * sizeof(Key);
  if (bytes > 227 * 1024) return one_thread<<<1, 1, 0, stream>>>(in, out, n);
  cudaFuncSetAttribute(one_block<Key>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  one_block<<<1, 1024, bytes, stream>>>(in, out, n);
}
}  // namespace radix_sort
