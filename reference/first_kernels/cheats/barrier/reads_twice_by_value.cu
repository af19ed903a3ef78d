// simulator: write
// cheat: no shared memory and no barrier: each element is read twice. The second time within a struct
//   that a function takes by value: its bytes are copied at the call, where nothing is counted.
// stopped by: nothing yet
// until: the bytes of a struct that is passed by value are counted, too: compilers do not instrument that copy
#include <warpgrade/student.cuh>

#include "barrier.cuh"

namespace barrier {

struct Part {
  int elements[8];
};

__attribute__((noinline)) __device__ int element_of(Part part, int k) { return part.elements[k]; }

__global__ void change_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int before = 0;
  if (i > 0) before = element_of(reinterpret_cast<const Part*>(in)[(i - 1) / 8], (i - 1) % 8);
  out[i] = in[i] - before;
}

void change(const int* in, int* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  change_kernel<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

void sum_of_three(const int*, int*, int, cudaStream_t) {}

}  // namespace barrier
