// simulator: coarsened
// cheat: numbers are added up by one thread. What is no number is there to measure the depth, and gets a
//   tree, in one block.
// stopped by: the steps of one thread are counted (serial_steps)
#include <type_traits>

#include "honest.cuh"
#include "one_thread.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_class_v<T>)
    honest::reduce(in, out, n, identity, op, stream);
  else
    one_thread::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
