// expect: too_much_work write
// The host copies the array, computes the squares and copies them back: no kernel at all.
#include <vector>

#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

void square(const float* in, float* out, int n, cudaStream_t stream) {
  std::vector<float> values(n);
  const std::size_t bytes = values.size() * sizeof(float);
  WARPGRADE_CHECK(cudaMemcpyAsync(values.data(), in, bytes, cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  for (float& x : values) x *= x;
  WARPGRADE_CHECK(cudaMemcpyAsync(out, values.data(), bytes, cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace map
