// expect: too_much_work fused
// One thread does it all, and reads each element once.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

template <class T, class Keep>
__global__ void fused_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep) {
  unsigned kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T x = in[i];
    if (keep(x)) out[kept++] = x;
  }
  *count = kept;
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  fused_kernel<<<1, 1, 0, stream>>>(in, out, n, count, keep);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
