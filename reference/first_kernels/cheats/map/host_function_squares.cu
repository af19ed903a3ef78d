// simulator: write
// cheat: a function of the host in the stream squares, with accesses that are not instrumented. The kernel
//   only copies an array onto itself.
// stopped by: device memory is locked while host code runs, functions in streams included
#include "map.cuh"
#include "unseen.cuh"

namespace map {

struct Work {
  const float* in;
  float* out;
  int n;
};

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  float* squares = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&squares, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(squares, 0, n * sizeof(float), stream));
  Work work{in, squares, n};
  WARPGRADE_CHECK(cudaLaunchHostFunc(
      stream,
      [](void* data) {
        const Work& work = *static_cast<Work*>(data);
        unseen::square(work.in, work.out, work.n);
      },
      &work));
  unseen::copy_openly(squares, out, n, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(squares, stream));
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
