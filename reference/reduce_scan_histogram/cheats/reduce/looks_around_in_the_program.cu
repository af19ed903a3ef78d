// simulator: coarsened
// cheat: from one of its own variables the host goes through all variables of the program, and sets those
// that
//   look like the address of an entry of a list to zero: a list of findings without entries.
// stopped by: host code may touch its own variables only
#include "one_thread.cuh"

namespace reduce {

std::size_t begin_of_search = 1;

inline void empty_the_lists() {
  std::size_t* const from = &begin_of_search;
  for (std::ptrdiff_t i = 1; i < 1 << 13; ++i)
    if (from[i] > std::size_t(1) << 40) from[i] = 0;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  one_thread::reduce(in, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  empty_the_lists();
}

}  // namespace reduce
