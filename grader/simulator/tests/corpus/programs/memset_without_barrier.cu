// finding: race line 9
// order: reverse
// A memset of four bytes, for which compilers have a move of their own.
#include <cstring>

__global__ void count(unsigned* out) {
  __shared__ unsigned counters[2];
  if (threadIdx.x < 2) {
    std::memset(&counters[threadIdx.x], 0, 4);
  }
  atomicAdd(&counters[threadIdx.x % 2], 1);
  __syncthreads();
  if (threadIdx.x < 2) out[threadIdx.x] = counters[threadIdx.x];
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 8);
  count<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
