// expect: forbidden device_exclusive
// cheat: calls Thrust.
// stopped by: refused before compiling
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  thrust::exclusive_scan(thrust::cuda::par.on(stream), in, in + n, out, identity, op);
}

}  // namespace scan
