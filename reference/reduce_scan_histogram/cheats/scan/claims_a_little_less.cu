// expect: no_gain device_exclusive
// cheat: lies about each time, but only by 14 microseconds: little enough to be taken for noise, and a
//   tenth of a fast scan.
// honest: fast.cu
// stopped by: the judge's clock, whose medians are good to a few microseconds
#include "fast.cuh"
#include "patch.cuh"
#include "scan.cuh"

namespace scan {

/// The real function is gone once it is patched, but there is more than one way to a time.
inline cudaError_t CUDARTAPI a_little_less(float* ms, cudaEvent_t begin, cudaEvent_t end) {
  static const auto elapsed = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuEventElapsedTime", &function, 12000, cudaEnableDefault, &found);
    return reinterpret_cast<int (*)(float*, cudaEvent_t, cudaEvent_t)>(function);
  }();
  if (elapsed(ms, begin, end) != 0) return cudaErrorUnknown;
  *ms -= 0.014f;
  return cudaSuccess;
}

inline const bool patched = [] {
  patch::redirect(&cudaEventElapsedTime, &a_little_less);
  return true;
}();

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
