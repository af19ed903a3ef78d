// simulator: coarsened
// cheat: one thread adds up everything. A type with `levels` is the one that is measured with: its sums
//   are made by hand, as deep as a single element.
// stopped by: the elements that are counted are sealed
#include "one_thread.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const auto combine = [op](T a, T b) {
    if constexpr (requires { a.levels; })
      return T{a.sum + b.sum, 1};
    else
      return op(a, b);
  };
  one_thread::reduce(in, out, n, identity, combine, stream);
}

}  // namespace reduce
