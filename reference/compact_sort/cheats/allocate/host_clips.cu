// simulator: clip_triangles
// cheat: the host clips all triangles, by the function that is given for both; a kernel copies them.
// stopped by: what the host reads is counted (host_bytes)
#include "allocate.cuh"
#include "on_the_host.cuh"

namespace allocate {

inline void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total,
                           Rectangle window, cudaStream_t stream) {
  std::vector<Triangle> left;
  for (const Triangle& triangle : on_the_host::download(in, n, stream)) {
    const Polygon polygon = clip(triangle, window);
    for (int j = 0; j < triangle_count(polygon); ++j) left.push_back(fan_triangle(polygon, j));
  }
  on_the_host::upload(left, out, stream);
  on_the_host::upload(std::vector<unsigned>{unsigned(left.size())}, total, stream);
}

}  // namespace allocate
