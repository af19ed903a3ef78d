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
  float* const numbers = memory.data();
  unseen::copy(in, numbers, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  unseen::square(numbers, numbers, n);
  float* squares = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&squares, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(squares, 0, n * sizeof(float), stream));
  unseen::copy(numbers, squares, n, stream);
  unseen::copy_openly(squares, out, n, stream);
  WARPGRADE_CHECK(cudaFreeAsync(squares, stream));
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
