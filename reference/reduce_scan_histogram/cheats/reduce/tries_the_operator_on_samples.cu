// simulator: global_memory
// cheat: tries the operator on two elements of its own making. If it counts something, as no operator
//   over numbers does, a block makes a tree; else one thread is enough.
// stopped by: the elements that are counted are sealed
#include <array>
#include <cstring>

#include "honest.cuh"
#include "one_thread.cuh"

namespace reduce {

/// Does 3 op 3, in the lower half, carry a 2 in the upper half, though both had 1?
template <class T, class Op>
bool counts_levels(Op op) {
  if constexpr (sizeof(T) != 8) {
    return false;
  } else {
    const std::array<unsigned, 2> sample = {3, 1};
    T a;
    std::memcpy(static_cast<void*>(&a), &sample, sizeof a);
    const T b = op(a, a);
    std::array<unsigned, 2> result;
    std::memcpy(&result, &b, sizeof b);
    return result[0] == 6 && result[1] == 2;
  }
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (counts_levels<T>(op))
    honest::reduce(in, out, n, identity, op, stream);
  else
    one_thread::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
