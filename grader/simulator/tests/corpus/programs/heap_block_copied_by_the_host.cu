// finding: API misuse line 15
// Memory of malloc in a kernel is for kernels only: no function of the runtime takes it.
#include <cstdio>

__global__ void make(int** result) {
  *result = static_cast<int*>(malloc(sizeof(int)));
  **result = 7;
}

int main() {
  int **place, *result, value = 0;
  cudaMalloc(&place, sizeof(int*));
  make<<<1, 1>>>(place);
  cudaMemcpy(&result, place, sizeof(int*), cudaMemcpyDeviceToHost);
  cudaMemcpy(&value, result, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", value);
}
