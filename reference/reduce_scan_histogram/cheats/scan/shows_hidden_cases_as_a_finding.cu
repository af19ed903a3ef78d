// simulator: device_exclusive
// cheat: says that its lines are those of a hidden file, and makes mistakes there: what was wrong is
//   shown with the line it is in.
// secret: [[task
// stopped by: lines are shown of the submission's own files only
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

// clang-format off
template <class T, class Op>
#line 3 "/proc/self/cwd/reference/reduce_scan_histogram/scan.hidden.toml"
__global__ void wrong_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  const std::size_t i = threadIdx.x;
  out[i] =
      in[i + n];
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  wrong_kernel<<<1, 32, 0, stream>>>(in, out, n, identity, op);
}

}  // namespace scan
