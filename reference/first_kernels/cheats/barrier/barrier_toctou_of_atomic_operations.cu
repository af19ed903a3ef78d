// simulator: write
// cheat: cuda::details::atomic_operations asks its derived class for the address twice: first to check,
//   then to read without hooks. The second answer is another address.
// stopped by: atomics take their address once (cuda/atomic)
#include <cuda/atomic>
#include <warpgrade/student.cuh>

#include "barrier.cuh"
namespace barrier {
struct Two : cuda::details::atomic_operations<Two, int, cuda::thread_scope_thread> {
  mutable int* first;
  mutable int* second;
  int* address_of_value() const {
    int* now = first;
    first = second;
    return now;
  }
};
__device__ int at(const int* in, int i) {
  int dummy = 0;
  Two two;
  two.first = &dummy;
  two.second = const_cast<int*>(in + i);
  return two.load(cuda::memory_order_relaxed);
}
__global__ void change_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = at(in, i) - (i > 0 ? at(in, i - 1) : 0);
}
void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n) change_kernel<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
}
}  // namespace barrier
