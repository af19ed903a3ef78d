// simulator: device_exclusive
// cheat: the host scans, in as few steps as a tree has; the only kernel copies the result to its place.
// stopped by: what the host reads is counted (host_bytes)
#include "host_scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  on_the_host::upload(on_the_host::exclusive(on_the_host::download(in, n, stream), identity, op), out,
                      stream);
}

}  // namespace scan
