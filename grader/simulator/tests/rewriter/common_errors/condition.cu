__global__ void kernel(int* x, int n) {
  // error: a ')' is missing
  if (threadIdx.x < n x[threadIdx.x] = 1;
}
