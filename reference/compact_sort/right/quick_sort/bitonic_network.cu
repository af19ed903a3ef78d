// Sorts right, but by a bitonic network (Batcher, 1968), as programs from the web do: each step compares the
// same pairs whatever the keys are. Steps within a tile run in shared memory.
// other technique: sort
#include "partitions_of_each_kind.cuh"

namespace quick_sort {

constexpr unsigned kTile = 2 * kThreads;

/// The pair of a thread in a step: at the beginning of a merge of `run` keys the first with the last, the
/// second with the last but one; then those that lie `stride` apart.
struct Pair {
  unsigned low, high;
  __device__ Pair(unsigned thread, unsigned stride, unsigned run)
      : low(thread / stride * 2 * stride + thread % stride),
        high(2 * stride == run ? low ^ (run - 1) : low + stride) {}
};

template <class Key>
__device__ void compare_exchange(Key* keys, Pair pair, unsigned n) {
  if (pair.high >= n || !(keys[pair.high] < keys[pair.low])) return;
  const Key low = keys[pair.low];
  keys[pair.low] = keys[pair.high];
  keys[pair.high] = low;
}

/// All steps within tiles of the merges to runs of first_run, …, last_run keys.
template <class Key>
__global__ void steps_in_tiles(Key* keys, unsigned n, unsigned first_run, unsigned last_run) {
  __shared__ Key tile[kTile];
  const unsigned t = threadIdx.x, begin = blockIdx.x * kTile, size = min(n - begin, kTile);
  for (unsigned i = t; i < size; i += kThreads) tile[i] = keys[begin + i];
  for (unsigned run = first_run; run <= last_run; run *= 2)
    for (unsigned stride = min(run, kTile) / 2; stride > 0; stride /= 2) {
      __syncthreads();
      compare_exchange(tile, Pair(t, stride, run), size);
    }
  __syncthreads();
  for (unsigned i = t; i < size; i += kThreads) keys[begin + i] = tile[i];
}

template <class Key>
__global__ void step(Key* keys, unsigned n, unsigned stride, unsigned run) {
  compare_exchange(keys, Pair(blockIdx.x * kThreads + threadIdx.x, stride, run), n);
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned size = unsigned(n), tiles = (size + kTile - 1) / kTile;
  WARPGRADE_CHECK(cudaMemcpyAsync(out, in, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  steps_in_tiles<<<tiles, kThreads, 0, stream>>>(out, size, 2, kTile);
  WARPGRADE_CHECK_LAUNCH();
  for (unsigned run = 2 * kTile; run / 2 < size; run *= 2) {
    const unsigned blocks = (size + run - 1) / run * (run / 2) / kThreads;  // the last run filled up
    for (unsigned stride = run / 2; stride >= kTile; stride /= 2) {
      step<<<blocks, kThreads, 0, stream>>>(out, size, stride, run);
      WARPGRADE_CHECK_LAUNCH();
    }
    steps_in_tiles<<<tiles, kThreads, 0, stream>>>(out, size, run, run);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace quick_sort
