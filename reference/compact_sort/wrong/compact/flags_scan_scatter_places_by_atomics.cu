#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

template <class T, class Keep>
__global__ void atomic_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && keep(in[i])) out[atomicAdd(count, 1u)] = in[i];
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
  if (n == 0) return;
  atomic_kernel<<<unsigned((n + 255) / 256), 256, 0, stream>>>(in, out, n, count, keep);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
