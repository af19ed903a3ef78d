// Right in another style: doubling strides in shared memory (Hillis & Steele, 1986), one element a thread.
// The chunks of a row are scanned first, and take in what lies before them in the end: scan, then propagate.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

constexpr int kThreads = 512, kTilesOfChunk = 4;
using warpgrade::div_up;

inline int threads_for(int columns) { return std::min(int(div_up(columns, 32)) * 32, +kThreads); }

/// The inclusive scan of one value a thread. In sums[threads - 1] the total stays, until the next call.
template <class T, class Op>
__device__ T block_inclusive(T value, T* sums, Op op) {
  const int i = threadIdx.x;
  __syncthreads();
  sums[i] = value;
  __syncthreads();
  for (int stride = 1; stride < int(blockDim.x); stride *= 2) {
    if (i >= stride) value = op(sums[i - stride], value);
    __syncthreads();
    sums[i] = value;
    __syncthreads();
  }
  return value;
}

/// Block (k, r): columns k·part .. (k+1)·part of row r. totals, if there are: one for each block.
template <class T, class Op>
__global__ void scan_kernel(const T* in, T* out, int columns, std::size_t pitch, int part, T* totals,
                            T identity, Op op) {
  __shared__ T sums[kThreads];
  const std::size_t r = blockIdx.x / div_up(columns, part), k = blockIdx.x % div_up(columns, part);
  const int first = int(k) * part, end = min(first + part, columns);
  T carry = identity;
  for (int begin = first; begin < end; begin += int(blockDim.x)) {
    const int c = begin + int(threadIdx.x);
    const T sum = block_inclusive(c < end ? in[r * pitch + c] : identity, sums, op);
    if (c < end) out[r * columns + c] = op(carry, sum);
    carry = op(carry, sums[blockDim.x - 1]);
  }
  if (totals && threadIdx.x == 0) totals[blockIdx.x] = carry;
}

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  scan_kernel<<<rows, threads_for(columns), 0, stream>>>(in, out, columns, pitch, columns,
                                                         static_cast<T*>(nullptr), identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

/// Chunk k of each row takes in the sum of the chunks before it.
template <class T, class Op>
__global__ void propagate_kernel(T* out, int columns, int part, const T* sums, Op op) {
  const std::size_t c = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x, r = blockIdx.y;
  const std::size_t k = c / part;
  if (c >= std::size_t(columns) || k == 0) return;
  T* mine = out + r * columns + c;
  *mine = op(sums[r * div_up(columns, part) + k - 1], *mine);
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const int threads = threads_for(columns), part = kTilesOfChunk * threads;
  const int count = int(div_up(columns, part));
  T *totals, *sums;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, std::size_t(rows) * count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&sums, std::size_t(rows) * count * sizeof(T), stream));
  scan_kernel<<<unsigned(rows * count), threads, 0, stream>>>(in, out, columns, pitch, part, totals, identity,
                                                              op);
  WARPGRADE_CHECK_LAUNCH();
  one_block(totals, sums, rows, count, count, identity, op, stream);
  const dim3 grid(unsigned(div_up(columns, threads)), rows);
  propagate_kernel<<<grid, threads, 0, stream>>>(out, columns, part, sums, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int steps) {
  __shared__ float2 sums[kThreads];
  const auto then = [](float2 f, float2 g) { return make_float2(f.x * g.x, fmaf(g.x, f.y, g.y)); };
  const std::size_t row = std::size_t(blockIdx.x) * steps;
  float h = 0;
  for (int begin = 0; begin < steps; begin += int(blockDim.x)) {
    const int t = begin + int(threadIdx.x);
    const float d = t < steps ? delta[row + t] : 0, in = t < steps ? B[t] * x[row + t] : 0;
    const float2 map = block_inclusive(make_float2(expf(d * A[blockIdx.x]), d * in), sums, then);
    if (t < steps) y[row + t] = C[t] * fmaf(map.x, h, map.y);
    h = fmaf(sums[blockDim.x - 1].x, h, sums[blockDim.x - 1].y);
  }
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<channels, threads_for(steps), 0, stream>>>(delta, x, A, B, C, y, steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
