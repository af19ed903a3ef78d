// simulator: coarsened
// cheat: memcmp of the C library, where no access is checked, tells the host each byte of the input: it
//   compares it with all values that a byte can have. The sum is a parameter.
// stopped by: the simulator has a memcmp of its own, which is checked
#include <cstring>

#include "host_tree.cuh"

namespace reduce {

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

inline unsigned char byte_at(const unsigned char* place) {
  unsigned char value = 0;
  volatile std::size_t bytes = 1;  // with a constant the compiler compares by itself
  while (std::memcmp(place, &value, bytes) != 0) ++value;
  return value;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all(n);
  const auto* from = reinterpret_cast<const unsigned char*>(in);
  auto* to = reinterpret_cast<unsigned char*>(all.data());
  for (std::size_t i = 0; i < n * sizeof(T); ++i) to[i] = byte_at(from + i);
  write_kernel<<<1, 1, 0, stream>>>(out, on_the_host::tree(all.data(), n, identity, op));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
