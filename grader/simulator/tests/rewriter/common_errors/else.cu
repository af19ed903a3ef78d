__global__ void kernel(int* x) {
  if (x[0]) x[1] = 1;
  x[2] = 2;
  // error: this else has no if
  else x[0] = 1;
}
