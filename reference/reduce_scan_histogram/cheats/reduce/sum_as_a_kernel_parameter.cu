// simulator: shared_memory
// cheat: the host adds up everything, and one thread writes what it is given as a parameter.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, n, stream);
  write_kernel<<<1, 1, 0, stream>>>(out, on_the_host::tree(all.data(), n, identity, op));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
