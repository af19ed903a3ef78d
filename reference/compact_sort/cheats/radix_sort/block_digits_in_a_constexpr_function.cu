// simulator: block_digits
// cheat: one thread sorts all keys in arrays of its own, in a constexpr function. No word says that it is
// device
//   code, so its loops were not counted; and the compiler does not show arrays that only it knows.
// stopped by: the steps of all code are counted (serial_steps), whatever keywords it has
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr void sort_alone(std::uint32_t* keys, int n) {
  std::uint32_t from[1024], to[1024];
  for (int i = 0; i < n; ++i) from[i] = keys[i];
  for (int shift = 0; shift < 32; shift += 8) {
    int place[257] = {};
    for (int i = 0; i < n; ++i) ++place[(from[i] >> shift & 255) + 1];
    for (int i = 0; i < 256; ++i) place[i + 1] += place[i];
    for (int i = 0; i < n; ++i) to[place[from[i] >> shift & 255]++] = from[i];
    for (int i = 0; i < n; ++i) from[i] = to[i];
  }
  for (int i = 0; i < n; ++i) keys[i] = from[i];
}

static __global__ void sort_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ std::uint32_t keys[1024];
  const int t = threadIdx.x;
  if (t < n) keys[t] = in[t];
  __syncthreads();
  if (t == 0) sort_alone(keys, n);
  __syncthreads();
  if (t < n) out[t] = keys[t];
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  sort_kernel<<<1, 1024, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
