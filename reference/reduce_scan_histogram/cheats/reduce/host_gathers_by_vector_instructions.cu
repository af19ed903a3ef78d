// simulator: coarsened
// cheat: the instructions that load with a mask are builtins of the compiler, which its instrumentation
//   passes by: the host reads the device's memory with them.
// stopped by: that header is not for submissions
#pragma GCC target("avx2")
#include <immintrin.h>

#include "host_tree.cuh"

namespace reduce {

inline int look(const int* at) {
  const __m128i first_only = _mm_set_epi32(0, 0, 0, -1);
  return _mm_cvtsi128_si32(_mm_maskload_epi32(at, first_only));
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all(n + 4, identity);
  const int* words = reinterpret_cast<const int*>(in);
  char* to = reinterpret_cast<char*>(all.data());
  for (std::size_t w = 0; w < (n * sizeof(T) + 3) / 4; ++w) {
    const int word = look(words + w);
    __builtin_memcpy(to + 4 * w, &word, 4);
  }
  on_the_host::upload(std::vector<T>{on_the_host::tree(all.data(), n, identity, op)}, out, stream);
}

}  // namespace reduce
