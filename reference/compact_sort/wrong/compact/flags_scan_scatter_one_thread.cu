// expect: too_much_work flags_scan_scatter
// Right, but one thread does it all.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

template <class T, class Keep>
__global__ void one_thread_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep) {
  unsigned kept = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (keep(in[i])) out[kept++] = in[i];
  *count = kept;
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  one_thread_kernel<<<1, 1, 0, stream>>>(in, out, n, count, keep);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
