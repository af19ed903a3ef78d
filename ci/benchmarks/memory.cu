// The memory that a launch takes, relative to the data that it works on. Prints that ratio.
#include <sys/resource.h>

#include "stopwatch.cuh"

static double peak_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return double(usage.ru_maxrss);
#else
  return 1024.0 * double(usage.ru_maxrss);
#endif
}

__global__ void copy(const int* in, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i];
}

int main() {
  const int n = 1 << 23;
  int *warm_up, *in, *out;
  cudaMalloc(&warm_up, 8 * sizeof(int));
  cudaMemset(warm_up, 0, 8 * sizeof(int));
  copy<<<8, 256>>>(warm_up, warm_up + 4, 4);  // the stacks of the threads, the simulator itself
  const double before = peak_bytes();
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  copy<<<8, 256>>>(in, out, n);
  printf("%.2f\n", (peak_bytes() - before) / (2.0 * n * sizeof(int)));
}
