// simulator: coarsened
// cheat: std::stringbuf lies ready-made in the C++ library, where no access is checked. The host writes
//   the input into one from where it is, without any copy of CUDA's; the sum is a parameter.
// stopped by: std::stringbuf is not among what a submission may use
#include <cstring>
#include <sstream>
#include <string>

#include "host_tree.cuh"

namespace reduce {

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::stringbuf buffer;
  buffer.sputn(reinterpret_cast<const char*>(in), std::streamsize(n * sizeof(T)));
  const std::string bytes = buffer.str();
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i) std::memcpy(&all[i], bytes.data() + i * sizeof(T), sizeof(T));
  write_kernel<<<1, 1, 0, stream>>>(out, on_the_host::tree(all.data(), n, identity, op));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
