// expect: no_gain device_exclusive
// cheat: as much of the input as fits is kept in L2 by a persisting window, which a flush by ordinary
//   accesses does not evict; the set-aside also takes L2 away from the others.
// honest: fast.cu
// stopped by: the referee resets persisting lines before it flushes
#include <algorithm>

#include "fast.cuh"
#include "scan.cuh"

namespace scan {

inline void keep_in_l2(const void* begin, std::size_t bytes, cudaStream_t stream) {
  int device = 0;
  cudaDeviceProp properties{};
  WARPGRADE_CHECK(cudaGetDevice(&device));
  WARPGRADE_CHECK(cudaGetDeviceProperties(&properties, device));
  const std::size_t kept = properties.persistingL2CacheMaxSize;
  WARPGRADE_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, kept));
  cudaStreamAttrValue window{};
  window.accessPolicyWindow.base_ptr = const_cast<void*>(begin);
  window.accessPolicyWindow.num_bytes = std::min<std::size_t>(bytes, properties.accessPolicyMaxWindowSize);
  window.accessPolicyWindow.hitRatio =
      std::min(1.0f, float(kept) / float(window.accessPolicyWindow.num_bytes));
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  WARPGRADE_CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (honest::is_timed(n)) keep_in_l2(in, n * sizeof(T), stream);
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
