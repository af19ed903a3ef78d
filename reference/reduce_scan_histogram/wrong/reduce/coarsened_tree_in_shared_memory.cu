// expect: too_much_work coarsened
// Right, but as before: one element a thread, and a barrier for each round of the tree.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 256;

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// Block b reduces its tile, in[b·block_threads .. (b+1)·block_threads), which n may cut short, to out[b].
template <class T, class Op>
__global__ void tree_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[block_threads];
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  for (unsigned stride = block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t most = std::max<std::size_t>(div_up(n, block_threads), 1);
  T* partial[2] = {nullptr, nullptr};  // the results of one launch are the input of the next: they take turns
  for (T*& p : partial) WARPGRADE_CHECK(cudaMallocAsync(&p, most * sizeof(T), stream));
  const T* from = in;
  std::size_t count = n;
  for (int turn = 0; from != out; turn = 1 - turn) {
    const std::size_t blocks = std::max<std::size_t>(div_up(count, block_threads), 1);
    T* to = blocks == 1 ? out : partial[turn];
    tree_kernel<<<blocks, block_threads, 0, stream>>>(from, count, identity, op, to);
    WARPGRADE_CHECK_LAUNCH();
    from = to;
    count = blocks;
  }
  for (T* p : partial) WARPGRADE_CHECK(cudaFreeAsync(p, stream));
}

}  // namespace reduce
