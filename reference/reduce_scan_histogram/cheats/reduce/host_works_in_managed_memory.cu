// simulator: global_memory
// cheat: a kernel copies the input into managed memory, where the host may read it without any copy. The
//   host adds it up there, and another kernel takes the sum.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  T* all = nullptr;
  WARPGRADE_CHECK(cudaMallocManaged(&all, (n + 1) * sizeof(T)));
  on_the_host::copy(in, all, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  const T sum = on_the_host::tree(all, n, identity, op);
  all[n] = sum;
  on_the_host::copy(all + n, out, 1, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFree(all));
}

}  // namespace reduce
