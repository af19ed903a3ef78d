// As a textbook shows it: one element a thread, whole blocks, and a scan of the sums by the same function.
#include <bit>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void hillis_steele_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[1024];
  const int i = threadIdx.x;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    sums[i] = sum;
    __syncthreads();
    if (i >= stride) sum = op(sums[i - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  hillis_steele_kernel<<<1, 1024, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
__global__ void double_buffered_kernel(const T* in, T* out, int n, Op op) {
  __shared__ T buffers[2][1024];
  const int i = threadIdx.x;
  int from = 0;
  if (i < n) buffers[from][i] = in[i];
  __syncthreads();
  for (int stride = 1; stride < n; stride *= 2) {
    if (i < n)
      buffers[1 - from][i] = i >= stride ? op(buffers[from][i - stride], buffers[from][i]) : buffers[from][i];
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffers[from][i];
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T /*identity*/, Op op, cudaStream_t stream) {
  if (n == 0) return;
  double_buffered_kernel<<<1, 1024, 0, stream>>>(in, out, n, op);
  WARPGRADE_CHECK_LAUNCH();
}

/// size: the power of two from n on.
template <class T, class Op>
__global__ void blelloch_kernel(const T* in, T* out, int n, int size, T identity, Op op) {
  __shared__ T tree[2048];
  for (int i = threadIdx.x; i < size; i += blockDim.x) tree[i] = i < n ? in[i] : identity;
  __syncthreads();
  for (int stride = 1; stride < size; stride *= 2) {
    const int right = (2 * threadIdx.x + 2) * stride - 1;
    if (right < size) tree[right] = op(tree[right - stride], tree[right]);
    __syncthreads();
  }
  if (threadIdx.x == 0) tree[size - 1] = identity;
  __syncthreads();
  for (int stride = size / 2; stride > 0; stride /= 2) {
    const int right = (2 * threadIdx.x + 2) * stride - 1;
    if (right < size) {
      const T before = tree[right], left_sum = tree[right - stride];
      tree[right - stride] = before;
      tree[right] = op(before, left_sum);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tree[i];
}

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const int size = int(std::bit_ceil(unsigned(n)));
  blelloch_kernel<<<1, 1024, 0, stream>>>(in, out, n, size, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

constexpr int tile = 1024;

/// Each block scans its tile and leaves its sum.
template <class T, class Op>
__global__ void scan_tiles(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T shared[tile];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * tile + t;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < tile; stride *= 2) {
    shared[t] = sum;
    __syncthreads();
    if (t >= stride) sum = op(shared[t - stride], sum);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  if (t == tile - 1) sums[blockIdx.x] = sum;
}

/// Puts the sum of all tiles before in front of each element.
template <class T, class Op>
__global__ void add_carry(T* out, std::size_t n, const T* carry, Op op) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] = op(carry[blockIdx.x - 1], out[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + tile - 1) / tile;
  T *sums = nullptr, *carry = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carry, blocks * sizeof(T), stream));
  scan_tiles<<<blocks, tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    device_inclusive(sums, carry, blocks, identity, op, stream);
    add_carry<<<blocks, tile, 0, stream>>>(out, n, carry, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

template <class T, class Op>
__global__ void exclusive_tiles(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T shared[tile];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * tile + t;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < tile; stride *= 2) {
    shared[t] = sum;
    __syncthreads();
    if (t >= stride) sum = op(shared[t - stride], sum);
    __syncthreads();
  }
  shared[t] = sum;
  __syncthreads();
  if (i < n) out[i] = t > 0 ? shared[t - 1] : identity;
  if (t == tile - 1) sums[blockIdx.x] = sum;
}

template <class T, class Op>
__global__ void add_exclusive_carry(T* out, std::size_t n, const T* carry, Op op) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  if (i < n) out[i] = op(carry[blockIdx.x], out[i]);
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + tile - 1) / tile;
  T *sums = nullptr, *carry = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carry, blocks * sizeof(T), stream));
  exclusive_tiles<<<blocks, tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    device_exclusive(sums, carry, blocks, identity, op, stream);
    add_exclusive_carry<<<blocks, tile, 0, stream>>>(out, n, carry, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

/// Each block scans its tile from the right and leaves its sum.
template <class T, class Op>
__global__ void scan_tiles_from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, T* sums) {
  __shared__ T shared[tile];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t(blockIdx.x) * tile + t;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < tile; stride *= 2) {
    shared[t] = sum;
    __syncthreads();
    if (t + stride < tile) sum = op(sum, shared[t + stride]);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  if (t == 0) sums[blockIdx.x] = sum;
}

/// Puts the sum of all tiles to the right behind each element.
template <class T, class Op>
__global__ void add_carry_behind(T* out, std::size_t n, const T* carry, Op op) {
  const std::size_t i = std::size_t(blockIdx.x) * tile + threadIdx.x;
  if (blockIdx.x + 1 < gridDim.x && i < n) out[i] = op(out[i], carry[blockIdx.x + 1]);
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t blocks = (n + tile - 1) / tile;
  T *sums = nullptr, *carry = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, blocks * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&carry, blocks * sizeof(T), stream));
  scan_tiles_from_the_right<<<blocks, tile, 0, stream>>>(in, out, n, identity, op, sums);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    from_the_right(sums, carry, blocks, identity, op, stream);
    add_carry_behind<<<blocks, tile, 0, stream>>>(out, n, carry, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

}  // namespace scan
