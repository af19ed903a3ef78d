// expect: too_much_work shared_memory
// Right, but the tree still grows in global memory: two reads and a write for each combination.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int block_threads = 256;
constexpr std::size_t max_blocks = 1024;

inline std::size_t div_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// Block b reduces data[b·part .. (b+1)·part), which n may cut short, to out[b].
template <class T, class Op>
__global__ void tree_kernel(T* data, std::size_t n, std::size_t part, T identity, Op op, T* out) {
  const std::size_t begin = blockIdx.x * part;
  const std::size_t length = begin < n ? min(part, n - begin) : 0;
  T* mine = data + begin;
  for (std::size_t active = length; active > 1;) {
    const std::size_t half = (active + 1) / 2;  // rounded up: the middle of an odd length stays as it is
    for (std::size_t i = threadIdx.x; i + half < active; i += blockDim.x)
      mine[i] = op(mine[i], mine[i + half]);
    __syncthreads();
    active = half;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = length > 0 ? mine[0] : identity;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = std::clamp<std::size_t>(div_up(n, 2 * block_threads), 1, max_blocks);
  T *data = nullptr, *partial = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&data, std::max<std::size_t>(n, 1) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(data, in, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  tree_kernel<<<blocks, block_threads, 0, stream>>>(data, n, div_up(n, blocks), identity, op, partial);
  WARPGRADE_CHECK_LAUNCH();
  tree_kernel<<<1, block_threads, 0, stream>>>(partial, blocks, blocks, identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

}  // namespace reduce
