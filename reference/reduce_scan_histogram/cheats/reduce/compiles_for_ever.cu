// simulator: coarsened
// cheat: the compiler computes numbers of no use, for hours: the batch of a class never gets to the next
//   one.
// stopped by: the compiler's time is limited
#include <utility>

#include "honest.cuh"

namespace reduce {

constexpr unsigned long long busy(unsigned long long seed) {
  for (int i = 0; i < 10'000; ++i) seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed;
}
template <std::size_t j, std::size_t... i>
constexpr unsigned long long row(std::index_sequence<i...>) {
  return (busy(500 * j + i) ^ ...);
}
template <std::size_t j>
inline constexpr unsigned long long row_of = row<j>(std::make_index_sequence<500>());
template <std::size_t... j>
constexpr unsigned long long all(std::index_sequence<j...>) {
  return (row_of<j> ^ ...);
}
constexpr unsigned long long useless = all(std::make_index_sequence<500>());

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (useless == n) return;
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
