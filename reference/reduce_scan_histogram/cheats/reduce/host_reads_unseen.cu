// simulator: coarsened
// cheat: a host function without instrumentation reads the device's pointers directly: in a simulator
//   their memory is the program's own.
// stopped by: refused before compiling
#include "host_tree.cuh"

namespace reduce {

template <class T>
__attribute__((no_sanitize_thread, noinline)) void look(const T* from, T* to, std::size_t n) {
  const volatile char* bytes = reinterpret_cast<const volatile char*>(from);
  char* copy = reinterpret_cast<char*>(to);
  for (std::size_t i = 0; i < n * sizeof(T); ++i) copy[i] = bytes[i];
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all(n);
  look(in, all.data(), n);
  on_the_host::upload(std::vector<T>{on_the_host::tree(all.data(), n, identity, op)}, out, stream);
}

}  // namespace reduce
