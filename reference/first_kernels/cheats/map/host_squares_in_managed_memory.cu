// simulator: write
// cheat: the host squares in managed memory, with accesses that are not instrumented.
// stopped by: managed memory is counted by pages, whoever touches it (host_bytes, upload_bytes)
#include "map.cuh"
#include "unseen.cuh"

namespace map {

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  float* numbers = nullptr;
  WARPGRADE_CHECK(cudaMallocManaged(&numbers, n * sizeof(float)));
  unseen::copy_openly(in, numbers, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  unseen::square(numbers, numbers, n);
  unseen::copy_openly(numbers, out, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFree(numbers));
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
