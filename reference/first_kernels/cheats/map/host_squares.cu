// simulator: write
// cheat: the host squares, and a kernel copies.
// stopped by: what the host reads is counted (host_bytes)
#include "map.cuh"
#include "on_the_host.cuh"

namespace map {

void square(const float* in, float* out, int n, cudaStream_t stream) {
  std::vector<float> all = on_the_host::download(in, std::size_t(n), stream);
  for (float& x : all) x = x * x;
  on_the_host::upload(all, out, stream);
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
