// simulator: write
// cheat: the host squares in the memory of a __device__ variable, with accesses that are not
//   instrumented.
// stopped by: device memory is locked while host code runs, variables included
#include "map.cuh"
#include "unseen.cuh"

namespace map {

constexpr int kMost = 1 << 22;
__device__ float numbers[kMost];

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  void* place = nullptr;
  WARPGRADE_CHECK(cudaGetSymbolAddress(&place, numbers));
  float* const there = static_cast<float*>(place);
  unseen::copy_openly(in, there, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  unseen::square(there, there, n);
  unseen::copy_openly(there, out, n, stream);
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
