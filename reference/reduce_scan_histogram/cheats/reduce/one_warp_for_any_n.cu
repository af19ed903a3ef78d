// simulator: global_memory
// cheat: one warp reduces any n in one launch. Each lane combines its n/32 elements in the order of a tree,
//   so that the depth is small.
// stopped by: the accesses of one block are counted (block_accesses)
#include <warpgrade/student.cuh>

#include "reduce.cuh"
#include "unseen_tree.cuh"

namespace reduce {

template <class T, class Op>
__global__ void one_warp_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  T sum = identity;
  if (threadIdx.x < n) sum = UnseenTree::combine(in, threadIdx.x, long(n), 32, op);
  for (int delta = 16; delta > 0; delta /= 2) {
    const T other = warpgrade::shfl_down(sum, delta);
    sum = op(sum, other);
  }
  if (threadIdx.x == 0) *out = sum;
}

template <class T, class Op>
void global_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  one_warp_kernel<<<1, 32, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
