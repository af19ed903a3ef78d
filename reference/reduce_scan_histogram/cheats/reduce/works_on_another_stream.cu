// expect: no_gain coarsened
// cheat: the work goes to a non-blocking stream of its own, which the events on the given stream don't
//   see.
// stopped by: the judge's clock; the output is read right after the answer
#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

inline cudaStream_t another_stream() {
  static const cudaStream_t stream = [] {
    cudaStream_t made;
    WARPGRADE_CHECK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    return made;
  }();
  return stream;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t) {
  honest::reduce(in, out, n, identity, op, another_stream());
}

}  // namespace reduce
