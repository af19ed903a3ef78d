// simulator: write
// cheat: no shared memory and no barrier: each element is read twice. Nothing is counted for the output,
//   as sscanf writes it, from a text that the thread has made: a function of the C library, which nobody
//   instruments.
// stopped by: sscanf is not among the functions that a submission may call
#include <cstdio>

#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

/// The letters of -2147483648, and the end.
struct Text {
  char letters[12];
};

__device__ Text in_letters(long value) {
  Text text{};
  char* end = text.letters + 11;
  for (long left = value < 0 ? -value : value; end == text.letters + 11 || left != 0; left /= 10)
    *--end = char('0' + left % 10);
  if (value < 0) *--end = '-';
  while (end > text.letters) *--end = ' ';
  return text;
}

__global__ void change_kernel(const int* in, int* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const Text text = in_letters(int(unsigned(in[i]) - unsigned(i > 0 ? in[i - 1] : 0)));
  sscanf(text.letters, "%d", &out[i]);
}

void change(const int* in, int* out, int n, cudaStream_t stream) {
  change_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace barrier
