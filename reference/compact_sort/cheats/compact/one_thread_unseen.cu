// simulator: fused
// cheat: one thread compacts everything, in a device function that asks not to be instrumented: no
//   access of it is checked or counted.
// stopped by: refused before compiling
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

template <class T, class Keep>
__attribute__((no_sanitize("thread"), noinline)) __device__ void compact_unseen(const T* in, T* out,
                                                                                std::size_t n,
                                                                                unsigned* count, Keep keep) {
  unsigned kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T x = in[i];
    if (keep(x)) out[kept++] = x;
  }
  *count = kept;
}

template <class T, class Keep>
__global__ void compact_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep) {
  compact_unseen(in, out, n, count, keep);
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  compact_kernel<<<1, 1, 0, stream>>>(in, out, n, count, keep);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
