// Right in another style: one kernel with a block for each row, trees in shared memory, a bitonic sort of
// keys that hold probability and token, and a scan in which each thread has a part of the row.
#include <cmath>

#include <warpgrade/student.cuh>

#include "sample_token.cuh"

namespace sample_token {

constexpr int kThreads = 512;
using Key = unsigned long long;

/// Ascending: the greatest probability first, of equal ones the lower token.
__device__ inline Key key_of(float probability, int token) {
  return Key(~__float_as_uint(probability)) << 32 | unsigned(token);
}
__device__ inline float probability_of(Key key) { return __uint_as_float(~unsigned(key >> 32)); }

/// The combination of all threads' values by a tree.
template <class Op>
__device__ float tree(float value, float* shared, Op op) {
  shared[threadIdx.x] = value;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) shared[threadIdx.x] = op(shared[threadIdx.x], shared[threadIdx.x + half]);
  }
  __syncthreads();
  const float result = shared[0];
  __syncthreads();
  return result;
}

/// The sum of the values of all threads before this one.
__device__ float exclusive(float value, float* shared) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int stride = 1; stride < kThreads; stride *= 2) {
    const float left = threadIdx.x >= stride ? shared[threadIdx.x - stride] : 0;
    __syncthreads();
    shared[threadIdx.x] += left;
    __syncthreads();
  }
  const float before = threadIdx.x > 0 ? shared[threadIdx.x - 1] : 0;
  __syncthreads();
  return before;
}

static __global__ void sample_kernel(const float* logits, const float* top_p, const float* drawn,
                                     float* probabilities, float* sorted, int* order, int* kept, int* token,
                                     int columns, std::size_t pitch, Key* all_keys, int size) {
  __shared__ float shared[kThreads];
  __shared__ float kept_sum;
  __shared__ int place;
  const int row = blockIdx.x, t = threadIdx.x;
  logits += row * pitch;
  probabilities += row * std::size_t(columns);
  sorted += row * std::size_t(columns);
  order += row * std::size_t(columns);
  Key* const keys = all_keys + row * std::size_t(size);

  // Softmax
  float value = logits[0];
  for (int i = t; i < columns; i += kThreads) value = max(value, logits[i]);
  const float greatest = tree(value, shared, [](float a, float b) { return max(a, b); });
  value = 0;
  for (int i = t; i < columns; i += kThreads) value += expf(logits[i] - greatest);
  const float one_over_sum = 1 / tree(value, shared, [](float a, float b) { return a + b; });

  // Sort
  for (int i = t; i < size; i += kThreads) {
    if (i < columns) {
      const float probability = expf(logits[i] - greatest) * one_over_sum;
      probabilities[i] = probability;
      keys[i] = key_of(probability, i);
    } else {
      keys[i] = ~Key(0);
    }
  }
  for (int width = 2; width <= size; width *= 2) {
    for (int distance = width / 2; distance > 0; distance /= 2) {
      __syncthreads();
      for (int pair = t; pair < size / 2; pair += kThreads) {
        const int low = pair / distance * 2 * distance + pair % distance, high = low + distance;
        const Key a = keys[low], b = keys[high];
        if ((a > b) == ((low & width) == 0)) {
          keys[low] = b;
          keys[high] = a;
        }
      }
    }
  }
  __syncthreads();
  for (int i = t; i < columns; i += kThreads) {
    sorted[i] = probability_of(keys[i]);
    order[i] = int(keys[i] & 0xffffffffu);
  }
  __syncthreads();

  // Scan: the sum before this thread's part
  const int part = (columns + kThreads - 1) / kThreads;
  const int begin = min(t * part, columns), end = min(begin + part, columns);
  float own = 0;
  int above_zero = 0;
  for (int i = begin; i < end; ++i) {
    own += sorted[i];
    if (sorted[i] > 0) ++above_zero;
  }
  const float before = exclusive(own, shared);
  const float all = tree(float(above_zero), shared, [](float a, float b) { return a + b; });

  // Kept: one thread finds the step over top_p
  if (top_p[row] == 1 && t == 0) place = int(all) - 1;
  if (top_p[row] < 1) {
    float sum = before;
    for (int i = begin; i < end; ++i) {
      const float next = sum + sorted[i];
      if (sum < top_p[row] && next >= top_p[row]) place = i;
      sum = next;
    }
  }
  __syncthreads();
  const int last = place;
  float sum = before;
  for (int i = begin; i < end; ++i) {
    sum += sorted[i];
    if (i == last) kept_sum = sum;
  }
  __syncthreads();

  // Token: the same, once more
  const float threshold = drawn[row] * kept_sum;
  sum = before;
  for (int i = begin; i < end && i <= last; ++i) {
    const float next = sum + sorted[i];
    if (sum <= threshold && next > threshold) token[row] = order[i];
    sum = next;
  }
  if (t == 0) kept[row] = last + 1;
}

void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch,
            cudaStream_t stream) {
  if (rows == 0) return;
  int size = 1;
  while (size < columns) size *= 2;
  Key* keys = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&keys, rows * std::size_t(size) * sizeof(Key), stream));
  sample_kernel<<<rows, kThreads, 0, stream>>>(logits, top_p, drawn, probabilities, sorted, order, kept,
                                               token, columns, pitch, keys, size);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
}

}  // namespace sample_token
