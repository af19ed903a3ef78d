// clang-format off
namespace course {
__global__ void kernel(int* x) {
  if (x[0] == 1) x[0] = 2;
  // error: here is one '}' too many
  }
}

void launch(int* x) { kernel<<<1, 32>>>(x); }
}  // namespace course
