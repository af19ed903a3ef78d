// expect: too_much_work write
// One block goes over the whole array, tile after tile: all but one multiprocessor have nothing to do.
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

constexpr int kBlockThreads = 1024;

__global__ void change_kernel(const int* in, int* out, int n) {
  __shared__ int tile[kBlockThreads];
  const int t = threadIdx.x;
  for (int first = 0; first < n; first += kBlockThreads) {
    const int i = first + t;
    if (i < n) tile[t] = in[i];
    __syncthreads();
    if (i < n) {
      const int border = i > 0 && t == 0 ? in[i - 1] : 0;
      out[i] = tile[t] - (t > 0 ? tile[t - 1] : border);
    }
    __syncthreads();
  }
}

void change(const int* in, int* out, int n, cudaStream_t stream) {
  change_kernel<<<1, kBlockThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace barrier
