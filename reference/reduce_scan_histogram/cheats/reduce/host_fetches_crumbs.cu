// simulator: shared_memory
// cheat: a task may read a number on the host, so it reads them all, each by a copy of its own.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i)
    WARPGRADE_CHECK(cudaMemcpy(&all[i], in + i, sizeof(T), cudaMemcpyDeviceToHost));
  on_the_host::upload(std::vector<T>{on_the_host::tree(all.data(), n, identity, op)}, out, stream);
}

}  // namespace reduce
