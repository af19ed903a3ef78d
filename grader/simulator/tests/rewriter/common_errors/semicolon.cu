__global__ void kernel(int* x) {
  // error: a ';' is missing
  int i = threadIdx.x  // (at the end of this line)
              x[i] = 1;
}
