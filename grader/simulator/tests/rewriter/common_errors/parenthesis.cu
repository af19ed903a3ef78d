__global__ void kernel(int* x) {
  // error: a ')' is missing
  if (x[0] == (1 + 2) {
    x[0] = 1;
  }
}
