// expect: no_gain coarsened
// cheat: remembers the answer for each input array, in memory of its own, and copies it out from the
//   second call on.
// stopped by: a fresh input in every repetition, every output compared
#include <map>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  static std::map<const T*, T*> answers;
  const auto [known, is_new] = answers.try_emplace(in, nullptr);
  const honest::PlausibleTime time(n * sizeof(T));
  if (is_new) {
    WARPGRADE_CHECK(cudaMalloc(&known->second, sizeof(T)));
    honest::reduce(in, known->second, n, identity, op, stream);
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(out, known->second, sizeof(T), cudaMemcpyDeviceToDevice, stream));
}

}  // namespace reduce
