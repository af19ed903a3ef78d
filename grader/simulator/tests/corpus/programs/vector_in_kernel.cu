// finding: host/device mix-up line 6
// Hands the kernel the host's pointer.
#include <cstdio>
#include <vector>

__global__ void increment(int* values) { ++values[threadIdx.x]; }

int main() {
  std::vector<int> values(32, 1);
  increment<<<1, 32>>>(values.data());
  cudaDeviceSynchronize();
  std::printf("%d\n", values[0]);
}
