// finding: out of bounds line 4
// called: 12
// The line of a function that a kernel calls, and the line of the kernel that calls it.
__device__ int right_neighbour(const int* in, int i) { return in[i + 1]; }

__device__ int sum_of_neighbours(const int* in, int i) {
  return right_neighbour(in, i) + (i == 0 ? 0 : in[i - 1]);
}

template <class T>
__global__ void sum_neighbours(const T* in, T* out) {
  out[threadIdx.x] = sum_of_neighbours(in, int(threadIdx.x));
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  sum_neighbours<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
