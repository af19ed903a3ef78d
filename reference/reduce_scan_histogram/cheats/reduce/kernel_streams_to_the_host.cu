// simulator: coarsened
// cheat: A kernel brings the input to the host's memory by vector instructions, which nobody checks: the
//   host copies and reads nothing of the device's. The sum goes back as a parameter.
// stopped by: refused before compiling
#include <emmintrin.h>

#include "host_tree.cuh"

namespace reduce {

template <class T>
__global__ void bring_kernel(const T* in, std::size_t n, int* host_words) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  constexpr std::size_t words = (sizeof(T) + 3) / 4;
  const T x = in[i];
  int bits[words] = {};
  memcpy(bits, &x, sizeof x);
  for (std::size_t w = 0; w < words; ++w) _mm_stream_si32(host_words + i * words + w, bits[w]);
}

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr std::size_t words = (sizeof(T) + 3) / 4;
  std::vector<int> bits(n * words);
  bring_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, bits.data());
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i) __builtin_memcpy(&all[i], &bits[i * words], sizeof(T));
  write_kernel<<<1, 1, 0, stream>>>(out, on_the_host::tree(all.data(), n, identity, op));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
