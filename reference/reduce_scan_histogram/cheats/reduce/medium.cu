// expect: no_gain coarsened
// cheat: none. The kernel that the cheats with `honest` medium.cu compute with: what they may be worth.
// honest: medium.cu
#include "medium.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  medium::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
