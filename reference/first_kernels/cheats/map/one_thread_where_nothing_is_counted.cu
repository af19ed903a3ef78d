// simulator: write
// cheat: one thread squares all, but for the sizes at which costs are measured.
// stopped by: the largest case counts the accesses of the busiest thread and block
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

static __global__ void square_kernel(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] * in[i];
}

inline void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const bool is_counted = n > 1024 && n <= 65'536;
  square_kernel<<<is_counted ? n / 256 : 1, is_counted ? 256 : 1, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace map
