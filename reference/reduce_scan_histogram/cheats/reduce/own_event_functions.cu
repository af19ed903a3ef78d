// expect: no_gain coarsened
// cheat: defines the event functions itself, so that the linker takes these for the runner's too: all is
//   fast.
// stopped by: the linker, or the judge's clock
#include "honest.cuh"
#include "reduce.cuh"

extern "C" {
cudaError_t CUDARTAPI cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = 0.3f;
  return cudaSuccess;
}
cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
}

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
