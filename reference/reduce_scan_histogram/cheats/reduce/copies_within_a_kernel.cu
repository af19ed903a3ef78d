// simulator: global_memory
// cheat: the copy to the host is asked for by a thread of a kernel, not by the host: on a CPU both can.
// stopped by: the runtime does not answer a kernel
#include "host_tree.cuh"

namespace reduce {

template <class T>
__global__ void copy_within_kernel(const T* in, std::size_t n, T* host) {
  cudaMemcpy(host, in, n * sizeof(T), cudaMemcpyDeviceToHost);
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all(n);
  copy_within_kernel<<<1, 1, 0, stream>>>(in, n, all.data());
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  on_the_host::upload(std::vector<T>{on_the_host::tree(all.data(), n, identity, op)}, out, stream);
}

}  // namespace reduce
