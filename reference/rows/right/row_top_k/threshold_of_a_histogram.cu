// top_k as a radix select that stops after one digit: a histogram of the upper bits tells in which bin the
// k-th element lies, and what is not below this bin is collected. arg_max by a grid that goes over the rows.
#include "sorted_buffer.cuh"

namespace row_top_k {

constexpr int kThreads = 256, kBins = 2048;
constexpr int kArgMaxThreads = 64, kWarps = kArgMaxThreads / 32;

__global__ void arg_max_kernel(const float* in, float* value, int* column, int rows, int columns,
                               std::size_t pitch) {
  __shared__ float values[kWarps];
  __shared__ int places[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float best = -INFINITY;
    int place = INT_MAX;
    for (int c = threadIdx.x; c < columns; c += kArgMaxThreads) {
      const float x = in[row * pitch + c];
      if (x > best || place == INT_MAX) best = x, place = c;  // the first one is always better than none
    }
    for (int delta = 16; delta > 0; delta /= 2) {
      const float x = __shfl_down_sync(0xffffffff, best, delta);
      const int c = __shfl_down_sync(0xffffffff, place, delta);
      if (x > best || (x == best && c < place)) best = x, place = c;
    }
    if (lane == 0) values[warp] = best, places[warp] = place;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < kWarps; ++w)
        if (values[w] > best || (values[w] == best && places[w] < place)) best = values[w], place = places[w];
      value[row] = best;
      column[row] = place == INT_MAX ? -1 : place;
    }
    __syncthreads();  // before the next row's results come
  }
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;
  const int blocks = min(rows, int(warpgrade::multiprocessors()) * 32);
  arg_max_kernel<<<blocks, kArgMaxThreads, 0, stream>>>(in, value, column, rows, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

/// Grows with the value; both zeros have the same.
__device__ unsigned rank_of(float value) {
  const unsigned bits = __float_as_uint(value == 0 ? 0.0f : value);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

__device__ float value_of(unsigned rank) { return __uint_as_float(rank >> 31 ? rank & 0x7fffffffu : ~rank); }

__global__ void top_k_kernel(const float* in, float* values, int* columns_out, int columns, std::size_t pitch,
                             int k) {
  __shared__ int bins[kBins];
  __shared__ int above[kThreads];
  __shared__ int bin;  // of the k-th element
  __shared__ Buffer<1024> buffer;
  const float* row = in + std::size_t(blockIdx.x) * pitch;
  const int t = threadIdx.x;
  for (int b = t; b < kBins; b += kThreads) bins[b] = 0;
  if (t == 0) bin = 0;
  __syncthreads();
  for (int c = t; c < columns; c += kThreads) atomicAdd(&bins[rank_of(row[c]) >> 21], 1);
  __syncthreads();

  // Thread t has 8 bins, thread 0 the highest: how many elements lie above them?
  const int top = kBins - 1 - 8 * t;
  int mine = 0;
  for (int i = 0; i < 8; ++i) mine += bins[top - i];
  above[t] = mine;
  for (int stride = 1; stride < kThreads; stride *= 2) {
    __syncthreads();
    const int more = t >= stride ? above[t - stride] : 0;
    __syncthreads();
    above[t] += more;
  }
  int before = above[t] - mine;
  for (int i = 0; i < 8; ++i) {
    const int with = before + bins[top - i];
    if (before < k && with >= k) bin = top - i;
    before = with;
  }
  __syncthreads();
  // The last of the bin; NaN, or what is less than everything, where the lowest bins are meant.
  const float least = value_of(unsigned(bin) << 21);
  buffer.collect(row, columns, k, least == least ? Entry{least, INT_MAX} : nothing());
  buffer.store(values, columns_out, k);
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  top_k_kernel<<<rows, kThreads, 0, stream>>>(in, values, columns_out, columns, pitch, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace row_top_k
