// EXERCISE: an associative operator combines n elements into one.
//
// Given:      in[0..n) and out[0] on the device; T is any trivially copyable type; n may be 0.
// Guarantees: op is associative, and need not be commutative.
// To do:      fill the block from TODO to END TODO. Everything else works.
// Story, figures and common mistakes: assignments/UNIT/EXERCISE/README.md
#include <algorithm>
#include <utility>

#include <warpgrade/student.cuh>

#include "EXERCISE.cuh"

namespace EXERCISE {

constexpr unsigned kBlockThreads = 256;  // a power of two

/// At least one: the result of no elements is written, too.
inline unsigned blocks_for(std::size_t n) {
  return unsigned(std::max<std::size_t>((n + kBlockThreads - 1) / kBlockThreads, 1));
}

// ==== reduce: n elements become one ====================================================================

/// Block b combines its tile, in[b * kBlockThreads .. (b + 1) * kBlockThreads), which n may cut short, to
/// out[b].
template <class T, class Op>
__global__ void reduce_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  __shared__ T tile[kBlockThreads];
  // TODO: Each thread loads one element, or the identity where there is none. Then the tree: in the round of
  // `stride` (1, 2, 4, …) every second element that is left takes in its neighbour, `stride` to the right.
  // AUTHOR: the solution; student/UNIT/EXERCISE.cu is the same file without it
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned mine = 2 * stride * threadIdx.x;
    if (mine < blockDim.x) tile[mine] = op(tile[mine], tile[mine + stride]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
  // END TODO
}

template <class T, class Op>
void reduce(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  T *results = nullptr, *scratch = nullptr;  // of one launch: they are the input of the next
  WARPGRADE_CHECK(cudaMallocAsync(&results, blocks_for(n) * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, blocks_for(n) * sizeof(T), stream));
  for (unsigned blocks = blocks_for(n);; blocks = blocks_for(n)) {
    reduce_kernel<<<blocks, kBlockThreads, 0, stream>>>(in, n, identity, op, blocks > 1 ? results : out);
    WARPGRADE_CHECK_LAUNCH();
    if (blocks == 1) break;
    in = results;
    n = blocks;
    std::swap(results, scratch);
  }
  WARPGRADE_CHECK(cudaFreeAsync(results, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace EXERCISE
