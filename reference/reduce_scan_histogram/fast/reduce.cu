// Reduce, fast: blocks leave partial results, and a second launch of one block reduces those. What one block
// can load at once needs neither.
// tasks: coarsened
#include <warpgrade/student.cuh>

#include "reduce.cuh"
#include "reduce_block.cuh"

namespace reduce {

template <class T, class Op>
__global__ void __launch_bounds__(Tuning::block_threads)
    reduce_kernel(const T* in, std::size_t n, std::size_t head, T identity, Op op, T* out) {
  const T result = reduce_block(in, n, head, identity, op);
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = block_count<T>(n);
  if (blocks == 1) {
    reduce_kernel<<<1, Tuning::block_threads, 0, stream>>>(in, n, unaligned_head(in, n), identity, op, out);
    WARPGRADE_CHECK_LAUNCH();
    return;
  }
  T* partial = nullptr;  // [blocks]
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(T), stream));
  reduce_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, unaligned_head(in, n), identity, op,
                                                              partial);
  WARPGRADE_CHECK_LAUNCH();
  reduce_kernel<<<1, Tuning::block_threads, 0, stream>>>(partial, blocks, std::size_t(0), identity, op, out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace reduce
