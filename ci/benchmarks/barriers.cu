// How many threads pass a barrier in a second. Prints that number.
#include "stopwatch.cuh"

__global__ void wait_often(int times) {
  for (int i = 0; i < times; ++i) __syncthreads();
}

int main() {
  const int blocks = 16, threads = 256, times = 500;
  const double ns = shortest_ns([=] { wait_often<<<blocks, threads>>>(times); });
  printf("%.0f\n", 1e9 * blocks * threads * times / ns);
}
