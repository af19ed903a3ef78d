#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

__global__ void block_digits_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ std::uint32_t keys[1024], sorted[1024];
  const int i = threadIdx.x;
  if (i < n) keys[i] = in[i];
  __syncthreads();
  std::uint32_t *from = keys, *to = sorted;
  for (int shift = 0; shift < 32; shift += 4) {
    if (i == 0) {
      int begins[16] = {};
      for (int k = 0; k < n; ++k) {
        const unsigned digit = from[k] >> shift & 15;
        if (digit < 15) ++begins[digit + 1];
      }
      for (int digit = 1; digit < 16; ++digit) begins[digit] += begins[digit - 1];
      for (int k = 0; k < n; ++k) {
        const std::uint32_t key = from[k];
        to[begins[key >> shift & 15]++] = key;
      }
    }
    std::uint32_t* const other = from;
    from = to;
    to = other;
  }
  __syncthreads();
  if (i < n) out[i] = from[i];
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  block_digits_kernel<<<1, 1024, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
