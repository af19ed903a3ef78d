// Value and column in one word of 64 bits: its order as a number is that of the entries. So arg_max may use
// an atomic maximum, and top_k sorts plain numbers. A zero loses its sign in the key: values are read again.
#include <warpgrade/student.cuh>

#include "row_top_k.cuh"

namespace row_top_k {

using Key = unsigned long long;  // 0: no element

constexpr int kThreads = 256, kMostKeys = 512;

/// Greater values have greater keys, and of equal values lower columns.
__device__ Key key_of(float value, int column) {
  const unsigned bits = __float_as_uint(value + 0.0f);  // -0.0 becomes 0.0
  const unsigned rank = bits >> 31 ? ~bits : bits | 0x80000000u;
  return Key(rank) << 32 | ~unsigned(column);
}

__device__ void store(Key key, const float* row, float& value, int& column) {
  const int c = key == 0 ? -1 : int(~unsigned(key));
  value = c < 0 ? -__int_as_float(0x7f800000) : row[c];
  column = c;
}

__global__ void arg_max_kernel(const float* in, float* value, int* column, int columns, std::size_t pitch) {
  __shared__ Key best;
  const float* row = in + std::size_t(blockIdx.x) * pitch;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  Key mine = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) mine = max(mine, key_of(row[c], c));
  if (mine != 0) atomicMax(&best, mine);
  __syncthreads();
  if (threadIdx.x == 0) store(best, row, value[blockIdx.x], column[blockIdx.x]);
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;
  const int threads = columns > 512 ? kThreads : 32;
  arg_max_kernel<<<rows, threads, 0, stream>>>(in, value, column, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

/// The greatest first. Each thread has a pair.
__device__ void sort(Key* keys) {
  for (int run = 2; run <= kMostKeys; run *= 2)
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int low = threadIdx.x / stride * 2 * stride + threadIdx.x % stride;
      const int high = stride == run / 2 ? low ^ (run - 1) : low + stride;
      const Key a = keys[low], b = keys[high];
      if (a < b) keys[low] = b, keys[high] = a;
    }
  __syncthreads();
}

__global__ void top_k_kernel(const float* in, float* values, int* columns_out, int columns, std::size_t pitch,
                             int k) {
  __shared__ Key keys[kMostKeys];  // the list, then what may enter it
  __shared__ int used;
  const float* row = in + std::size_t(blockIdx.x) * pitch;
  for (int i = threadIdx.x; i < kMostKeys; i += kThreads) keys[i] = 0;
  if (threadIdx.x == 0) used = k;
  __syncthreads();
  Key last = 0;
  for (int first = 0; first < columns; first += kThreads) {
    const int c = first + int(threadIdx.x);
    const Key key = c < columns ? key_of(row[c], c) : 0;
    if (key > last) keys[atomicAdd(&used, 1)] = key;
    __syncthreads();
    const bool is_full = used > kMostKeys - kThreads;
    __syncthreads();
    if (!is_full) continue;
    sort(keys);
    last = keys[k - 1];
    __syncthreads();
    for (int i = k + int(threadIdx.x); i < kMostKeys; i += kThreads) keys[i] = 0;
    if (threadIdx.x == 0) used = k;
    __syncthreads();
  }
  sort(keys);
  if (threadIdx.x < k) {
    const std::size_t at = std::size_t(blockIdx.x) * k + threadIdx.x;
    store(keys[threadIdx.x], row, values[at], columns_out[at]);
  }
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  top_k_kernel<<<rows, kThreads, 0, stream>>>(in, values, columns_out, columns, pitch, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace row_top_k
