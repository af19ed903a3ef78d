// simulator: shared_memory
// cheat: the compiler tells the name of the type it is called with, and the one for measuring is called
//   Traced. It gets a tree; all others are added up by one thread.
// stopped by: refused before compiling
#include <string_view>

#include "honest.cuh"
#include "one_thread.cuh"

namespace reduce {

template <class T>
constexpr bool is_traced() {
  return std::string_view(__PRETTY_FUNCTION__).find("Traced") != std::string_view::npos;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (is_traced<T>())
    honest::reduce(in, out, n, identity, op, stream);
  else
    one_thread::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
