// expect: too_much_work shared_memory
// Right, and the tile is in shared memory, but one thread adds it up, and one thread all tiles.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int tile_size = 4096;

template <class T, class Op>
__global__ void one_thread_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[tile_size];
  T sum = identity;
  for (std::size_t begin = 0; begin < n; begin += tile_size) {
    const std::size_t count = min(std::size_t(tile_size), n - begin);
    for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) tile[i] = in[begin + i];
    __syncthreads();
    if (threadIdx.x == 0)
      for (std::size_t i = 0; i < count; ++i) sum = op(sum, tile[i]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = sum;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  one_thread_kernel<<<1, 256, 0, stream>>>(in, n, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
