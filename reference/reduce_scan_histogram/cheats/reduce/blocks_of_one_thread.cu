// simulator: shared_memory
// cheat: √n blocks of one thread each, and then one thread: no tree, no shared memory, no barrier. No thread
//   does much, and no block.
// stopped by: the accesses of warps to global memory are counted (global_requests): a lone lane makes one for
//   each element
#include <cmath>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

/// A thread combines `each` elements, from its number times `each` on.
template <class T, class Op>
__global__ void alone_kernel(const T* in, T* out, std::size_t n, std::size_t each, T identity, Op op) {
  T sum = identity;
  for (std::size_t i = blockIdx.x * each; i < min(n, (blockIdx.x + 1) * each); ++i) sum = op(sum, in[i]);
  out[blockIdx.x] = sum;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const auto each = std::size_t(std::sqrt(double(n))) + 1;
  const std::size_t blocks = (n + each - 1) / each;
  T* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, (blocks + 1) * sizeof(T), stream));
  if (blocks > 0) alone_kernel<<<unsigned(blocks), 1, 0, stream>>>(in, sums, n, each, identity, op);
  alone_kernel<<<1, 1, 0, stream>>>(sums, out, blocks, blocks, identity, op);
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
