// simulator: write
// cheat: kernels carry numbers to the heap of the host and back, with accesses that are not
//   instrumented. The host squares.
// stopped by: the memory of the host is locked while a kernel runs
#include <vector>

#include "map.cuh"
#include "unseen.cuh"

namespace map {

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  std::vector<float> memory(n);
  unseen::square_on_the_host(in, out, memory.data(), n, stream);
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
