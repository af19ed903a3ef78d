// __managed__ variables: host and kernels use them by their names.
// prints: 9 3 2 10 20
#include <cstdio>

struct Range {
  int low, high;
};
__managed__ int counter;
__device__ __managed__ float values[4] = {1, 2};
static __managed__ Range range{1, 2};

__global__ void add() {
  atomicAdd(&counter, 1);
  values[threadIdx.x] += 1;
  if (threadIdx.x == 0) range.low = 10;
}

int main() {
  counter = 5;
  values[3] = 1;
  range.high = 20;
  add<<<1, 4>>>();
  cudaDeviceSynchronize();
  std::printf("%d %g %g %d %d\n", counter, values[1], values[3], range.low, range.high);
}
