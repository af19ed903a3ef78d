// simulator: coarsened
// cheat: the host adds up everything, and the sum comes to the kernel through constant memory.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

__constant__ double sum_of_all[2];

template <class T>
__global__ void write_kernel(T* out) {
  *out = *reinterpret_cast<const T*>(sum_of_all);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, n, stream);
  const T sum = on_the_host::tree(all.data(), n, identity, op);
  WARPGRADE_CHECK(cudaMemcpyToSymbolAsync(sum_of_all, &sum, sizeof(T), 0, cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  write_kernel<<<1, 1, 0, stream>>>(out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
