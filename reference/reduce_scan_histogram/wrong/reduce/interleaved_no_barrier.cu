// expect: race interleaved
// No barrier between the rounds: a thread takes in a neighbour that may not have its own sum yet.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
__global__ void interleaved_kernel(T* data, int n, T identity, Op op, T* out) {
  const int mine = 2 * threadIdx.x;
  for (int stride = 1; stride < n; stride *= 2) {
    if (threadIdx.x % stride == 0 && mine + stride < n) data[mine] = op(data[mine], data[mine + stride]);
  }
  if (threadIdx.x == 0) *out = n > 0 ? data[0] : identity;
}

template <class T, class Op>
void interleaved(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  T* data = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&data, std::max(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(data, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  interleaved_kernel<<<1, 1024, 0, stream>>>(data, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

}  // namespace reduce
