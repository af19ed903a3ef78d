// Right in another style: a warp has a row, a chunk or a channel, and goes along it 32 elements at a time. No
// shared memory and no barrier.
#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

constexpr int kWarps = 4, kThreads = kWarps * 32;  // of a block
constexpr int kChunk = 2048;                       // of one warp
using warpgrade::div_up;

/// The value of each lane and all lanes below it.
template <class T, class Op>
__device__ T warp_inclusive(T value, Op op) {
  const int lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    const T left = warpgrade::shfl_up(value, d);
    if (lane >= d) value = op(left, value);
  }
  return value;
}

/// The warp scans in[0..count) to out, which may be null; returns the sum of the carry and all elements.
template <class T, class Op>
__device__ T scan_run(const T* in, T* out, int count, T carry, T identity, Op op) {
  const int lane = threadIdx.x % 32;
  for (int begin = 0; begin < count; begin += 32) {
    const int i = begin + lane;
    const T sum = op(carry, warp_inclusive(i < count ? in[i] : identity, op));
    if (i < count && out) out[i] = sum;
    carry = warpgrade::shfl(sum, 31);
  }
  return carry;
}

/// Warp w has chunk w % chunks of row w / chunks. sums: where chunk k's carry is that of k - 1; without it 0.
template <bool Totals, class T, class Op>
__global__ void runs_kernel(const T* in, T* out, int rows, int columns, std::size_t pitch, int chunk,
                            int chunks, const T* sums, T identity, Op op) {
  const std::size_t w = blockIdx.x * std::size_t(kWarps) + threadIdx.x / 32;
  const std::size_t r = w / chunks;
  const int k = int(w % chunks);
  if (r >= std::size_t(rows)) return;
  const int begin = k * chunk, count = min(chunk, columns - begin);
  const T carry = sums && k > 0 ? sums[w - 1] : identity;
  T* to = Totals ? nullptr : out + r * columns + begin;
  const T sum = scan_run(in + r * pitch + begin, to, count, carry, identity, op);
  if (Totals && threadIdx.x % 32 == 0) out[w] = sum;
}

template <bool Totals, class T, class Op>
void launch_runs(const T* in, T* out, int rows, int columns, std::size_t pitch, int chunk, const T* sums,
                 T identity, Op op, cudaStream_t stream) {
  const int chunks = int(div_up(columns, chunk));
  const unsigned blocks = unsigned(div_up(std::size_t(rows) * chunks, kWarps));
  runs_kernel<Totals>
      <<<blocks, kThreads, 0, stream>>>(in, out, rows, columns, pitch, chunk, chunks, sums, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  launch_runs<false>(in, out, rows, columns, pitch, columns, static_cast<const T*>(nullptr), identity, op,
                     stream);
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const T* none = nullptr;
  const int count = int(div_up(columns, kChunk));
  T *totals, *sums;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, std::size_t(rows) * count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&sums, std::size_t(rows) * count * sizeof(T), stream));
  launch_runs<true>(in, totals, rows, columns, pitch, kChunk, none, identity, op, stream);
  launch_runs<false>(static_cast<const T*>(totals), sums, rows, count, count, count, none, identity, op,
                     stream);
  launch_runs<false>(in, out, rows, columns, pitch, kChunk, static_cast<const T*>(sums), identity, op,
                     stream);
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int channels, int steps) {
  const std::size_t channel = blockIdx.x * std::size_t(kWarps) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (channel >= std::size_t(channels)) return;
  const float rate = A[channel];
  float h = 0;
  for (int begin = 0; begin < steps; begin += 32) {
    const int t = begin + lane;
    const std::size_t i = channel * steps + t;
    float a = 1, b = 0;
    if (t < steps) {
      a = __expf(delta[i] * rate);
      b = delta[i] * B[t] * x[i];
    }
    for (int d = 1; d < 32; d *= 2) {
      const float left_a = __shfl_up_sync(~0u, a, d), left_b = __shfl_up_sync(~0u, b, d);
      if (lane >= d) {
        b = a * left_b + b;
        a = a * left_a;
      }
    }
    const float mine = a * h + b;
    if (t < steps) y[i] = C[t] * mine;
    h = __shfl_sync(~0u, mine, 31);
  }
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<unsigned(div_up(channels, kWarps)), kThreads, 0, stream>>>(delta, x, A, B, C, y,
                                                                                channels, steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
