// simulator: device_exclusive
// cheat: the host's own vectors are registered (cudaHostRegister), so that kernels write into one and
//   read from the other; in between the host scans.
// stopped by: memory of cudaHostRegister is not simulated: it stays the host's
#include "host_scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  std::vector<T> all(n);
  WARPGRADE_CHECK(cudaHostRegister(all.data(), n * sizeof(T), cudaHostRegisterDefault));
  on_the_host::copy(in, all.data(), n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> scanned = on_the_host::exclusive(all, identity, op);
  WARPGRADE_CHECK(cudaHostRegister(scanned.data(), n * sizeof(T), cudaHostRegisterDefault));
  on_the_host::copy(scanned.data(), out, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaHostUnregister(all.data()));
  WARPGRADE_CHECK(cudaHostUnregister(scanned.data()));
}

}  // namespace scan
