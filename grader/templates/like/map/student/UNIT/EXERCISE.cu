// EXERCISE: the same for each element.
//
// Given:      device pointers to n elements; n may be 0.
// To do:      fill the block from TODO to END TODO. Everything else works.
// Story, figures and common mistakes: assignments/UNIT/EXERCISE/README.md
#include <warpgrade/student.cuh>

#include "EXERCISE.cuh"

namespace EXERCISE {

constexpr unsigned kBlockThreads = 256;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kBlockThreads - 1) / kBlockThreads); }

// ==== apply: the same for each element =================================================================

__global__ void apply_kernel(const float* in, float* out, std::size_t n) {
  // TODO: Which element is this thread's own? If there is one, compute its result.
  // END TODO
}

void apply(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;  // a launch of 0 blocks is an error
  apply_kernel<<<blocks_for(n), kBlockThreads, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace EXERCISE
