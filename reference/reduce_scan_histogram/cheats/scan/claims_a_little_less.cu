// expect: forbidden device_exclusive
// cheat: lies about each time, but only by 14 microseconds: little enough to be taken for noise.
// honest: fast.cu
// stopped by: refused before it is linked; and where it runs nevertheless:
//   the judge's clock, as far as its medians are better than that; no size that short is timed
#include "claims.cuh"
#include "fast.cuh"
#include "scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  claims::edit = [](double ms) { return ms - 0.014; };
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
