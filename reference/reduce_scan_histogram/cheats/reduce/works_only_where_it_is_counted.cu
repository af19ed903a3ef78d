// simulator: coarsened
// cheat: the specification says at which sizes costs are counted. There a block does the work, elsewhere
//   the host.
// stopped by: what the host reads is counted (host_bytes)
#include "honest.cuh"
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 33 || n == 1000 || n == 4097 || n == 65'537)
    honest::reduce(in, out, n, identity, op, stream);
  else
    on_the_host::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
