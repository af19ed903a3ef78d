// finding: race line 15
// The flag is atomic, but relaxed: nothing puts the result before it.
#include <cstdio>

#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void hand_over(int* result, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *result = 42;
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) __nanosleep(20);
    *out = *result;
  }
}

int main() {
  int *result, *flag, *out, value = 0;
  cudaMalloc(&result, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  hand_over<<<2, 1>>>(result, flag, out);
  cudaMemcpy(&value, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", value);
}
