__global__ void kernel(int* x) {
  if (x) {
    x[0] = 1;
  }
  // error: a function can't begin inside of another one: is a '}' missing above?
  __global__ void other(int* x) {}
}
