// simulator: coarsened
// cheat: the inputs come in memory that the judge shares with the runner. It is not mapped while the
//   submission runs, but its file is open: the host maps it, and adds up what nobody counts. `mmap` is found
//   by its address.
// stopped by: host code jumps to what it has a name for (simulator/src/jumps.cpp)
#include <type_traits>

#include "honest.cuh"
#include "host_tree.cuh"
#include "in_the_c_library.cuh"

namespace reduce {

using in_the_c_library::function;

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_class_v<T>) return honest::reduce(in, out, n, identity, op, stream);
  std::vector<T> all(n);
  constexpr int shared_memory = 4;
  const void* const inputs = function<void*(void*, std::size_t, int, int, int, long)>("mmap")(
      nullptr, n * sizeof(T) + 1, 1, 1, shared_memory, 0);
  std::memcpy(all.data(), inputs, n * sizeof(T));
  on_the_host::write(out, on_the_host::tree(all.data(), n, identity, op), stream);
}

}  // namespace reduce
