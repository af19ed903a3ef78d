// finding: race line 10
// CUB's storage must not be used again before a barrier.
#include <cub/cub.cuh>

__global__ void sums(float* out) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const float of_numbers = Reduce(storage).Sum(float(threadIdx.x));
  // __syncthreads() is missing here.
  const float of_ones = Reduce(storage).Sum(1.0f);
  if (threadIdx.x == 0) {
    out[0] = of_numbers;
    out[1] = of_ones;
  }
}

int main() {
  float* out;
  cudaMalloc(&out, 2 * sizeof(float));
  sums<<<1, 128>>>(out);
  cudaDeviceSynchronize();
}
