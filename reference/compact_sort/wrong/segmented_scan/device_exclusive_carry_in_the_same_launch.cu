#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr int tile = 256;

template <class T, class Op>
__global__ void scan_tiles(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                           T* totals, int* total_flags) {
  __shared__ T values[tile];
  __shared__ int flags[tile];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * tile + t;
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
  values[t] = value;
  flags[t] = flag;
  if (t == tile - 1) {
    totals[blockIdx.x] = value;
    total_flags[blockIdx.x] = flag;
  }
  __syncthreads();
  __shared__ T carry;
  if (t == 0) {
    carry = identity;
    for (unsigned b = 0; b < blockIdx.x; ++b) carry = total_flags[b] ? totals[b] : op(carry, totals[b]);
  }
  __syncthreads();
  if (i >= n) return;
  const T left = t > 0 ? values[t - 1] : identity;
  const bool open = t == 0 || !flags[t - 1];
  out[i] = heads[i] ? identity : open ? op(carry, left) : left;
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + tile - 1) / tile);
  T* totals = nullptr;
  int* flags = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&flags, blocks * sizeof(int), stream));
  scan_tiles<<<blocks, tile, 0, stream>>>(in, heads, out, n, identity, op, totals, flags);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(flags, stream));
}

}  // namespace segmented_scan
