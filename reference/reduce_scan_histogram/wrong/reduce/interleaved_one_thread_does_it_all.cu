// expect: too_much_work interleaved
// Right, but serial: n - 1 steps one after the other where log2 n would do.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
__global__ void interleaved_kernel(T* data, int n, T identity, Op op, T* out) {
  if (threadIdx.x > 0) return;
  T sum = identity;
  for (int i = 0; i < n; ++i) sum = op(sum, data[i]);
  *out = sum;
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
