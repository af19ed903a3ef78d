// simulator: coarsened
// cheat: the host adds up everything, in a tree; the only kernel copies the sum to its place.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  on_the_host::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
