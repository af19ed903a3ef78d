// simulator: coarsened
// cheat: a child process that the grader does not watch adds up everything: what it reads and combines is
//   counted in its own memory. It tells the sum by a pipe, and a kernel gets it as a parameter. `fork` is
//   found by its address.
// stopped by: host code jumps to what it has a name for (simulator/src/jumps.cpp)
#include <type_traits>

#include "honest.cuh"
#include "host_tree.cuh"
#include "in_the_c_library.cuh"

namespace reduce {

using in_the_c_library::function;

template <class T, class Op>
void by_a_child(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  int ends[2] = {};
  function<int(int*)>("pipe")(ends);
  const int child = function<int()>("fork")();
  T sum = identity;
  if (child == 0) {
    std::vector<T> all = on_the_host::download(in, n, stream);
    sum = on_the_host::tree(all.data(), n, identity, op);
    function<long(int, const void*, std::size_t)>("write")(ends[1], &sum, sizeof sum);
    function<void(int)>("_exit")(0);
  }
  function<long(int, void*, std::size_t)>("read")(ends[0], &sum, sizeof sum);
  function<int(int, int*, int)>("waitpid")(child, nullptr, 0);
  for (const int end : ends) function<int(int)>("close")(end);
  on_the_host::write(out, sum, stream);
}

/// What is counted by the elements themselves is done by a right kernel.
template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_class_v<T>)
    honest::reduce(in, out, n, identity, op, stream);
  else
    by_a_child(in, out, n, identity, op, stream);
}

}  // namespace reduce
