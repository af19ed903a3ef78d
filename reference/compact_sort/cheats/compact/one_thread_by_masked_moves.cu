// simulator: fused
// cheat: one thread compacts everything. Words are loaded and stored by vector instructions with a mask:
//   builtins of the compiler, which its instrumentation passes by.
// stopped by: that header is not for submissions
#pragma GCC target("avx2")
#include <immintrin.h>

#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

__device__ inline unsigned load_unseen(const void* at) {
  return unsigned(
      _mm_cvtsi128_si32(_mm_maskload_epi32(static_cast<const int*>(at), _mm_set_epi32(0, 0, 0, -1))));
}
__device__ inline void store_unseen(void* at, unsigned word) {
  _mm_maskstore_epi32(static_cast<int*>(at), _mm_set_epi32(0, 0, 0, -1), _mm_cvtsi32_si128(int(word)));
}

template <class T, class Keep>
__global__ void compact_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep) {
  unsigned kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (sizeof(T) % 4 == 0) {
      unsigned words[sizeof(T) / 4];
      for (std::size_t w = 0; w < sizeof(T) / 4; ++w)
        words[w] = load_unseen(reinterpret_cast<const int*>(in + i) + w);
      T x;
      __builtin_memcpy(&x, words, sizeof x);
      if (!keep(x)) continue;
      for (std::size_t w = 0; w < sizeof(T) / 4; ++w)
        store_unseen(reinterpret_cast<int*>(out + kept) + w, words[w]);
      ++kept;
    } else {
      const T x = in[i];
      if (keep(x)) out[kept++] = x;
    }
  }
  *count = kept;
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  compact_kernel<<<1, 1, 0, stream>>>(in, out, n, count, keep);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
