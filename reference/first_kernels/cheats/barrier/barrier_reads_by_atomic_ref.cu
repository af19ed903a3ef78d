// simulator: write
// cheat: No tile, no barrier: relaxed loads of cuda::atomic_ref are no bytes and no requests to the
//   counters.
// stopped by: a relaxed load is a load (simulator/src/count/count.cpp)
#include <cuda/atomic>
#include <warpgrade/student.cuh>

#include "barrier.cuh"
namespace barrier {
__device__ int at(const int* in, int i) {
  return cuda::atomic_ref<int, cuda::thread_scope_device>(const_cast<int&>(in[i]))
      .load(cuda::memory_order_relaxed);
}
__global__ void change_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = at(in, i) - (i > 0 ? at(in, i - 1) : 0);
}
__global__ void sum_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (i > 0 ? at(in, i - 1) : 0) + at(in, i) + (i + 1 < n ? at(in, i + 1) : 0);
}
void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n) change_kernel<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
}
void sum_of_three(const int* in, int* out, int n, cudaStream_t stream) {
  if (n) sum_kernel<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
}
}  // namespace barrier
