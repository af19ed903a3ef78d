// simulator: write
// cheat: as kernel_writes_to_the_hosts_heap, with an array on the host's stack.
// stopped by: the memory of the host is locked while a kernel runs
#include "map.cuh"
#include "unseen.cuh"

namespace map {

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  if (n > 65'536) return unseen::copy_openly(in, out, n, stream);
  float numbers[65'536];
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
