// Right in another style: a warp finds the begin of each lane's segment by a ballot of the heads, and scans
// values alone. Device-wide: scan the blocks, scan their totals by the same means, then propagate up to the
// first head.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr int kThreads = 512;
constexpr unsigned kAll = 0xffffffffu;

/// The inclusive scan of the lane's segment within its warp; `open` if no segment begins up to the lane.
template <class T, class Op>
__device__ T warp_scan(T value, bool head, Op op, bool& open) {
  const int lane = threadIdx.x % 32;
  const unsigned heads = __ballot_sync(kAll, head) & (kAll >> (31 - lane));  // of this lane and those below
  open = heads == 0;
  const int begin = open ? 0 : 31 - __clz(int(heads));
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(value, delta);
    if (lane - delta >= begin) value = op(left, value);
  }
  return value;
}

/// The inclusive scan over a block. `open` if no segment begins up to this thread. For whole warps.
template <class T, class Op>
__device__ T block_scan(T value, bool head, T identity, Op op, bool& open) {
  __shared__ T warp_values[32];
  __shared__ bool warp_open[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = warp_scan(value, head, op, open);
  if (lane == 31) {
    warp_values[warp] = value;
    warp_open[warp] = open;
  }
  __syncthreads();
  if (warp == 0) {
    bool all_open;
    const T mine = lane < warps ? warp_values[lane] : identity;
    const bool cut = lane < warps && !warp_open[lane];
    const T total = warp_scan(mine, cut, op, all_open);
    __syncwarp();
    if (lane < warps) {
      warp_values[lane] = total;
      warp_open[lane] = all_open;
    }
  }
  __syncthreads();
  if (warp > 0 && open) {
    value = op(warp_values[warp - 1], value);
    open = warp_open[warp - 1];
  }
  return value;
}

// ==== One block ========================================================================================

template <class T, class Op>
__global__ void one_block(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op) {
  const int i = threadIdx.x;
  bool open;
  const T value = block_scan(i < n ? in[i] : identity, i < n && heads[i] != 0, identity, op, open);
  if (i < n) out[i] = value;
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  one_block<<<1, 1024, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The whole device: scan, then propagate ===========================================================

/// first_head[b]: the number of elements of block b before its first head.
template <class T, class Op>
__global__ void scan_blocks(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                            T* totals, std::uint8_t* total_heads, int* first_head) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  bool open;
  const T value = block_scan(i < n ? in[i] : identity, i < n && heads[i] != 0, identity, op, open);
  if (i < n) out[i] = value;
  const int open_ones = __syncthreads_count(open);
  if (threadIdx.x == kThreads - 1) {
    totals[blockIdx.x] = value;
    total_heads[blockIdx.x] = !open;
    first_head[blockIdx.x] = open_ones;
  }
}

template <class T, class Op>
__global__ void propagate(T* out, std::size_t n, const T* carry, const int* first_head, Op op) {
  const unsigned block = blockIdx.x + 1;
  const std::size_t i = std::size_t(block) * kThreads + threadIdx.x;
  if (int(threadIdx.x) < first_head[block] && i < n) out[i] = op(carry[block - 1], out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  T *totals, *carry;
  std::uint8_t* total_heads;
  int* first_head;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carry, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&total_heads, blocks, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&first_head, blocks * sizeof(int), stream));
  scan_blocks<<<blocks, kThreads, 0, stream>>>(in, heads, out, n, identity, op, totals, total_heads,
                                               first_head);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    device_inclusive(totals, total_heads, carry, blocks, identity, op, stream);
    propagate<<<blocks - 1, kThreads, 0, stream>>>(out, n, carry, first_head, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
  WARPGRADE_CHECK(cudaFreeAsync(total_heads, stream));
  WARPGRADE_CHECK(cudaFreeAsync(first_head, stream));
}

// ==== Exclusive: the inclusive scan of elements that have moved one place to the right =================

template <class T>
__global__ void move_right(const T* in, const std::uint8_t* heads, T* moved, std::size_t n, T identity) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n) moved[i] = i > 0 && heads[i] == 0 ? in[i - 1] : identity;
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  T* moved;
  WARPGRADE_CHECK(cudaMallocAsync(&moved, n * sizeof(T), stream));
  move_right<<<unsigned((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>(in, heads, moved, n, identity);
  WARPGRADE_CHECK_LAUNCH();
  device_inclusive<T, Op>(moved, heads, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaFreeAsync(moved, stream));
}

}  // namespace segmented_scan
