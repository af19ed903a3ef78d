// expect: no_gain coarsened
// cheat: after five right answers, when nobody checks any more, it looks at a sixteenth of the input
//   only.
// stopped by: every output is compared
#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static int calls = 0;
  const bool is_checked = !honest::is_timed(n) || ++calls <= 5;
  honest::reduce(in, out, is_checked ? n : n / 16, identity, op, stream);
}

}  // namespace reduce
