__global__ void kernel(int* x, int n) {
  // error: the three parts of a for are separated by ';'
  for (int i = threadIdx.x, i < n, i += 32) x[i] = 1;
}
