// expect: no_gain device_exclusive
// cheat: lies about nine of twenty times, by a lot. The median stays honest, but its interval now reaches
//   down to the forged times, and holds the thresholds of all tiers: in doubt for the student.
// honest: fast.cu
// stopped by: the judge's clock bounds each single time
#include "claims.cuh"
#include "fast.cuh"
#include "scan.cuh"

namespace scan {

inline double sometimes_less(double ms) {
  static int calls = 0;
  return ++calls * 9 % 20 < 9 ? 0.4 * ms : ms;
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  claims::edit = sometimes_less;
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
