// expect: no_gain coarsened
// cheat: none. The kernel that all others here compute with: what they may be worth.
#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
