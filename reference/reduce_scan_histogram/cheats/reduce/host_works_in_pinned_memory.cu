// simulator: global_memory
// cheat: kernels write into pinned memory of the host and read from it. No copy is asked for, and in
//   between the host adds up everything.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  T *all = nullptr, *seen_by_kernels = nullptr;
  WARPGRADE_CHECK(cudaHostAlloc(reinterpret_cast<void**>(&all), (n + 1) * sizeof(T), cudaHostAllocMapped));
  WARPGRADE_CHECK(cudaHostGetDevicePointer(reinterpret_cast<void**>(&seen_by_kernels), all, 0));
  on_the_host::copy(in, seen_by_kernels, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  all[n] = on_the_host::tree(all, n, identity, op);
  on_the_host::copy(seen_by_kernels + n, out, 1, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeHost(all));
}

}  // namespace reduce
