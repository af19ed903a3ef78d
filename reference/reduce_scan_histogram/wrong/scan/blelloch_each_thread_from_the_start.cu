// expect: too_much_work blelloch
// Right, but each thread combines all that lies before it: as many reductions as there are elements.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void from_the_start_kernel(const T* in, T* out, int n, T identity, Op op) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    T sum = identity;
    for (int k = 0; k < i; ++k) sum = op(sum, in[k]);
    out[i] = sum;
  }
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  from_the_start_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
