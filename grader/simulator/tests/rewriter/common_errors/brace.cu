// error: this '{' has no '}': the block that begins here does not end
__global__ void kernel(int* x) {
  if (x) {
    x[0] = 1;
  }

  __global__ void other(int* x) {}
