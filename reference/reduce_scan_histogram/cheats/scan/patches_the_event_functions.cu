// expect: forbidden device_exclusive
// cheat: a static constructor overwrites cudaEventElapsedTime in memory: each time is now what a good one
//   would be.
// stopped by: refused before compiling; and where it runs nevertheless:
//   the judge's clock
#include "honest.cuh"
#include "patch.cuh"
#include "scan.cuh"

namespace scan {

inline float claimed_ms = 0.1f;

inline cudaError_t claim(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = claimed_ms;
  return cudaSuccess;
}

inline const bool patched = [] {
  patch::redirect(&cudaEventElapsedTime, &claim);
  return true;
}();

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  claimed_ms = float(2.0 * double(n) * sizeof(T) / 4e9);  // input and output at 4 TB/s
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
