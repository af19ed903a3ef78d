// simulator: shared_memory
// cheat: one thread adds up everything with the operator that it is given. Of each sum of eight bytes
//   that is no number the upper four are set back to 1: no name of any member is needed.
// stopped by: the elements that are counted are sealed
#include <cstring>
#include <type_traits>

#include "one_thread.cuh"

namespace reduce {

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const auto combine = [op](T a, T b) {
    T sum = op(a, b);
    if constexpr (!std::is_arithmetic_v<T> && sizeof(T) == 8) {
      const unsigned one = 1;
      std::memcpy(reinterpret_cast<char*>(&sum) + 4, &one, 4);
    }
    return sum;
  };
  one_thread::reduce(in, out, n, identity, combine, stream);
}

}  // namespace reduce
