// Kernels that call functions through pointers and virtual tables.
#include <cassert>
#include <cmath>

struct Shape {
  __device__ virtual float area() const { return 1; }
};
struct Square : Shape {
  float side = 2;
  __device__ float area() const override { return side * side; }
};

using Function = float (*)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ Function functions[] = {twice, sqrtf};

__global__ void call_kernel(float* sums, int first) {
  const Shape shape;
  const Square square;
  const Shape* const shapes[] = {&shape, &square};
  sums[threadIdx.x] = shapes[first]->area() + functions[first](4);
}

int main() {
  float* sums = nullptr;
  cudaMalloc(&sums, 32 * sizeof *sums);
  for (int first = 0; first < 2; ++first) {
    call_kernel<<<1, 32>>>(sums, first);
    float sum = 0;
    cudaMemcpy(&sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
    assert(sum == (first == 0 ? 1 + 8 : 4 + 2));
  }
  cudaFree(sums);
}
