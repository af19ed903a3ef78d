// simulator: shared_memory
// cheat: four threads reduce any n. With the operator whose traffic is counted (told by op.kind) they add
//   with +; with all others one thread does it all.
// stopped by: the steps of one thread are counted, with the operator of depth and work too (serial_steps,
//   block_accesses)
#include <warpgrade/student.cuh>

#include "reduce.cuh"
#include "unseen_tree.cuh"

namespace reduce {

struct Unseen {
  static int plus(const int* in, long first, long last) {
    int sum = 0;
    for (long i = first; i < last; i += 4) sum += in[i];
    return sum;
  }
};

template <class T, class Op>
__global__ void four_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  if constexpr (requires { op.kind; } && sizeof(T) == sizeof(int)) {
    if (int(op.kind) == 0) {
      int sum = Unseen::plus(in, threadIdx.x, long(n));
      sum += __shfl_xor_sync(15u, sum, 1);
      sum += __shfl_xor_sync(15u, sum, 2);
      if (threadIdx.x == 0) *out = sum;
      return;
    }
  }
  if (threadIdx.x == 0) *out = n == 0 ? identity : UnseenTree::combine(in, 0, long(n), 1, op);
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  four_kernel<<<1, 4, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
