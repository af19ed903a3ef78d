// simulator: coarsened
// cheat: no thread sets the shared memory: on a card that has just begun it holds zeros, and a sum may begin
//   there.
// stopped by: shared memory that was never written is an uninitialised access; on a GPU the runner fills it
//   with other bytes before a call (runner/dirty_shared.hpp)
#include <type_traits>

#include "honest.cuh"

namespace reduce {

template <class T, class Op>
__global__ void sum_kernel(const T* in, std::size_t n, Op op, T* out) {
  __shared__ T sums[256];
  for (std::size_t i = threadIdx.x; i < n; i += 256) sums[threadIdx.x] = op(sums[threadIdx.x], in[i]);
  honest::combine_in_shared(sums, 256, op);
  if (threadIdx.x == 0) *out = sums[0];
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>) {
    sum_kernel<<<1, 256, 0, stream>>>(in, n, op, out);
    WARPGRADE_CHECK_LAUNCH();
  } else {
    honest::reduce(in, out, n, identity, op, stream);
  }
}

}  // namespace reduce
