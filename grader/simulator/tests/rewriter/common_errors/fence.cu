// clang-format off
__global__ void kernel(int* x) {
// error: ` is no sign of C++
```
  x[0] = 1;
}
