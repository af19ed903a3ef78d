// simulator: block_digits
// cheat: one thread sorts all keys in arrays of its own, in code without loops: a fold over 1024 indices. The
//   compiler took the arrays apart, so that no access was seen.
// stopped by: what a thread keeps beyond its registers is seen by the depth of its stack (local_words)
#include <utility>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr int kKeys = 1024, kBins = 256;

template <std::size_t... i>
__device__ void sort_alone(std::uint32_t* keys, int n, std::index_sequence<i...>) {
  std::uint32_t from[kKeys], to[kKeys];
  int place[kBins + 1];
  ((from[i] = int(i) < n ? keys[int(i) < n ? i : 0] : ~0u), ...);
  for (int shift = 0; shift < 32; shift += 8) {
    for (int b = 0; b <= kBins; ++b) place[b] = 0;
    (++place[(from[i] >> shift & 255) + 1], ...);
    for (int b = 0; b < kBins; ++b) place[b + 1] += place[b];
    ((to[place[from[i] >> shift & 255]++] = from[i]), ...);
    ((from[i] = to[i]), ...);
  }
  for (int k = 0; k < n; ++k) keys[k] = from[k];
}

static __global__ void sort_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ std::uint32_t keys[kKeys];
  const int t = threadIdx.x;
  if (t < n) keys[t] = in[t];
  __syncthreads();
  if (t == 0) sort_alone(keys, n, std::make_index_sequence<kKeys>());
  __syncthreads();
  if (t < n) out[t] = keys[t];
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  sort_kernel<<<1, kKeys, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
