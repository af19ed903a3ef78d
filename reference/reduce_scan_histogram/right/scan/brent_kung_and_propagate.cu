// Right in another style: Sklansky's and Brent & Kung's networks for one block. The device-wide scans scan
// the blocks by Kogge & Stone, then the sums of the blocks by the same means, and propagate them in a third
// kernel.
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

// ==== One block ==========================================================================================

/// Sklansky: in each step the upper half of each group takes in the last element of the lower half.
template <class T, class Op>
__global__ void sklansky(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T s[1024];
  const int t = threadIdx.x;
  s[t] = t < n ? in[t] : identity;
  for (int half = 1; half < n; half *= 2) {
    __syncthreads();
    if (t & half) s[t] = op(s[(t & -half) - 1], s[t]);
  }
  if (t < n) out[t] = s[t];
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  sklansky<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
__global__ void kogge_stone_by_pointers(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T a[1024], b[1024];
  T *from = a, *to = b;
  const int t = threadIdx.x;
  from[t] = t < n ? in[t] : identity;
  for (int d = 1; d < n; d *= 2) {
    __syncthreads();
    to[t] = t >= d ? op(from[t - d], from[t]) : from[t];
    T* const swapped = from;
    from = to;
    to = swapped;
  }
  if (t < n) out[t] = from[t];
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  kogge_stone_by_pointers<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

/// Brent & Kung: an inclusive scan in two sweeps, with threads that stay neighbours; stored one to the right.
template <class T, class Op>
__global__ void brent_kung(const T* in, T* out, int n, T identity, Op op) {
  constexpr int size = 2048;
  __shared__ T s[size];
  for (int i = threadIdx.x; i < size; i += blockDim.x) s[i] = i < n ? in[i] : identity;
  for (int d = 1; d < n; d *= 2) {
    __syncthreads();
    const int i = (threadIdx.x + 1) * 2 * d - 1;
    if (i < size) s[i] = op(s[i - d], s[i]);
  }
  for (int d = size / 4; d > 0; d /= 2) {
    __syncthreads();
    const int i = (threadIdx.x + 1) * 2 * d - 1;
    if (i + d < size && i + d < n) s[i + d] = op(s[i], s[i + d]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i > 0 ? s[i - 1] : identity;
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  brent_kung<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== The whole device ===================================================================================

constexpr int kThreads = 256;

/// The inclusive scan of each block to out, and its sum to sums.
template <class T, class Op>
__global__ void scan_blocks(const T* in, T* out, T* sums, std::size_t n, T identity, Op op) {
  __shared__ T s[kThreads];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + t;
  T mine = i < n ? in[i] : identity;
  s[t] = mine;
  for (int d = 1; d < kThreads; d *= 2) {
    __syncthreads();
    if (t >= d) mine = op(s[t - d], mine);
    __syncthreads();
    s[t] = mine;
  }
  if (i < n) out[i] = mine;
  if (t == kThreads - 1) sums[blockIdx.x] = mine;
}

/// To each element but those of the first block, what lies before its block.
template <class T, class Op>
__global__ void propagate(T* out, const T* sums, std::size_t n, Op op) {
  const std::size_t i = std::size_t(blockIdx.x + 1) * kThreads + threadIdx.x;
  if (i < n) out[i] = op(sums[blockIdx.x], out[i]);
}

template <class T, class Op>
void scan_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t blocks = (n + kThreads - 1) / kThreads;
  T *sums = nullptr, *scanned = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scanned, blocks * sizeof(T), stream));
  scan_blocks<<<unsigned(blocks), kThreads, 0, stream>>>(in, out, sums, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    scan_inclusive(sums, scanned, blocks, identity, op, stream);
    propagate<<<unsigned(blocks - 1), kThreads, 0, stream>>>(out, scanned, n, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(scanned, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n > 0) scan_inclusive(in, out, n, identity, op, stream);
}

/// The inclusive scan of all but the last element, from out[1] on.
template <class T>
__global__ void store_first(T* out, T identity) {
  *out = identity;
}
template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  store_first<<<1, 1, 0, stream>>>(out, identity);
  WARPGRADE_CHECK_LAUNCH();
  if (n > 1) scan_inclusive(in, out + 1, n - 1, identity, op, stream);
}

// ==== From the right =====================================================================================

/// Block 0 has the last elements; its thread 0 the very last.
template <class T, class Op>
__global__ void scan_blocks_from_the_right(const T* in, T* out, T* sums, std::size_t n, T identity, Op op) {
  __shared__ T s[kThreads];
  const int t = threadIdx.x;
  const std::size_t behind = std::size_t(blockIdx.x) * kThreads + t;  // as many elements
  T mine = behind < n ? in[n - 1 - behind] : identity;
  s[t] = mine;
  for (int d = 1; d < kThreads; d *= 2) {
    __syncthreads();
    if (t >= d) mine = op(mine, s[t - d]);
    __syncthreads();
    s[t] = mine;
  }
  if (behind < n) out[n - 1 - behind] = mine;
  if (t == kThreads - 1) sums[gridDim.x - 1 - blockIdx.x] = mine;
}

template <class T, class Op>
__global__ void propagate_from_the_right(T* out, const T* sums, std::size_t n, Op op) {
  const std::size_t behind = std::size_t(blockIdx.x + 1) * kThreads + threadIdx.x;
  if (behind < n) out[n - 1 - behind] = op(out[n - 1 - behind], sums[gridDim.x - blockIdx.x]);
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + kThreads - 1) / kThreads;
  T *sums = nullptr, *scanned = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scanned, blocks * sizeof(T), stream));
  scan_blocks_from_the_right<<<unsigned(blocks), kThreads, 0, stream>>>(in, out, sums, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    from_the_right(sums, scanned, blocks, identity, op, stream);
    propagate_from_the_right<<<unsigned(blocks - 1), kThreads, 0, stream>>>(out, scanned, n, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(scanned, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
