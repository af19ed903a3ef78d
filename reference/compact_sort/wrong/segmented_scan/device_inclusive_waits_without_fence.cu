#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr int tile = 256;

/// A chain of blocks: each waits for what the one before makes of all up to its end.
template <class T, class Op>
__global__ void chained_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                             T* totals, int* ready, int* ticket) {
  __shared__ T values[tile];
  __shared__ int flags[tile];
  __shared__ int block;
  const int t = threadIdx.x;
  if (t == 0) block = atomicAdd(ticket, 1);
  __syncthreads();
  const std::size_t i = std::size_t(block) * tile + t;
  T value = i < n ? in[i] : identity;
  int flag = i < n ? heads[i] : 0;
  for (int stride = 1; stride < tile; stride *= 2) {
    values[t] = value;
    flags[t] = flag;
    __syncthreads();
    if (t >= stride) {
      if (!flag) value = op(values[t - stride], value);
      flag |= flags[t - stride];
    }
    __syncthreads();
  }
  if (block > 0) {
    if (t == 0)
      while (atomicAdd(&ready[block - 1], 0) == 0) {
      }
    __syncthreads();
    if (!flag) value = op(totals[block - 1], value);
  }
  if (i < n) out[i] = value;
  if (t == tile - 1) {
    totals[block] = value;
    atomicExch(&ready[block], 1);
  }
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + tile - 1) / tile);
  T* totals = nullptr;
  int* flags = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&flags, (blocks + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(flags, 0, (blocks + 1) * sizeof(int), stream));
  chained_scan<<<blocks, tile, 0, stream>>>(in, heads, out, n, identity, op, totals, flags + 1, flags);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(flags, stream));
}

}  // namespace segmented_scan
