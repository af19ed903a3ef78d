// simulator: global_memory
// cheat: the host does everything, and copies the sum to its place. A kernel that does nothing is
//   launched, as some launch is asked for.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

static __global__ void nothing_kernel() {}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, n, stream);
  const T sum = on_the_host::tree(all.data(), n, identity, op);
  nothing_kernel<<<1, 32, 0, stream>>>();
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaMemcpyAsync(out, &sum, sizeof(T), cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace reduce
