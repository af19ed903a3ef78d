// expect: no_gain device_exclusive
// cheat: lies about nine of twenty times, by a lot. The median stays honest, but its interval now reaches
//   down to the forged times, and holds the thresholds of all tiers: in doubt for the student.
// honest: fast.cu
// stopped by: the judge's clock bounds each single time
#include "fast.cuh"
#include "patch.cuh"
#include "scan.cuh"

namespace scan {

inline cudaError_t CUDARTAPI sometimes_less(float* ms, cudaEvent_t begin, cudaEvent_t end) {
  static const auto elapsed = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuEventElapsedTime", &function, 12000, cudaEnableDefault, &found);
    return reinterpret_cast<int (*)(float*, cudaEvent_t, cudaEvent_t)>(function);
  }();
  static int calls = 0;
  if (elapsed(ms, begin, end) != 0) return cudaErrorUnknown;
  if (++calls * 9 % 20 < 9) *ms *= 0.4f;
  return cudaSuccess;
}

inline const bool patched = [] {
  patch::redirect(&cudaEventElapsedTime, &sometimes_less);
  return true;
}();

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
