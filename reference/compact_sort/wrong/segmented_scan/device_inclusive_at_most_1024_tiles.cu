#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr int tile = 1024;

template <class T>
struct Run {
  T value;
  int has_head;
};

template <class T, class Op>
__device__ Run<T> join(const Run<T>& left, const Run<T>& right, Op op) {
  return right.has_head ? right : Run<T>{op(left.value, right.value), left.has_head};
}

/// Inclusive, over the block, by doubling strides.
template <class T, class Op>
__device__ Run<T> scan_block(Run<T> run, Op op) {
  __shared__ Run<T> runs[tile];
  const unsigned t = threadIdx.x;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    runs[t] = run;
    __syncthreads();
    if (t >= stride) run = join(runs[t - stride], run, op);
    __syncthreads();
  }
  return run;
}

/// The results of each tile, from its own begin on, and the run of the whole tile.
template <class T, class Op>
__global__ void scan_tiles(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                           Run<T>* totals) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  const Run<T> run = scan_block(i < n ? Run<T>{in[i], heads[i]} : Run<T>{identity, 0}, op);
  if (i < n) out[i] = run.value;
  if (threadIdx.x == tile - 1) totals[blockIdx.x] = run;
}

template <class T, class Op>
__global__ void scan_totals(Run<T>* totals, Op op) {
  totals[threadIdx.x] = scan_block(totals[threadIdx.x], op);
}

/// What is open where a tile begins reaches its elements before the first head.
template <class T, class Op>
__global__ void add_carry(const std::uint8_t* heads, T* out, std::size_t n, Op op, const Run<T>* totals) {
  __shared__ int first_head;
  const int t = threadIdx.x;
  if (t == 0) first_head = tile;
  __syncthreads();
  const unsigned b = blockIdx.x + 1;
  const std::size_t i = std::size_t(b) * tile + t;
  if (i < n && heads[i]) atomicMin(&first_head, t);
  __syncthreads();
  if (i < n && t < first_head) out[i] = op(totals[b - 1].value, out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  const unsigned tiles = unsigned((n + tile - 1) / tile);
  Run<T>* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, tiles * sizeof(Run<T>), stream));
  scan_tiles<<<tiles, tile, 0, stream>>>(in, heads, out, n, identity, op, totals);
  WARPGRADE_CHECK_LAUNCH();
  scan_totals<<<1, tiles, 0, stream>>>(totals, op);
  WARPGRADE_CHECK_LAUNCH();
  if (tiles > 1) add_carry<<<tiles - 1, tile, 0, stream>>>(heads, out, n, op, totals);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

}  // namespace segmented_scan
