// Right in another style: a tree in shared memory of 256 threads, as in reduce/shared_memory. Where a row
// fits, it is kept there, so that it comes from global memory once. Of long rows the last block to finish
// joins the totals.
#include <cmath>

#include <warpgrade/student.cuh>

#include "softmax.cuh"

namespace softmax {

constexpr int kThreads = 256;
constexpr int kKept = 4096;  // bytes of a row that shared memory keeps

template <class T, class Op>
__device__ T tree(T* places, T value, Op op) {
  places[threadIdx.x] = value;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) places[threadIdx.x] = op(places[threadIdx.x], places[threadIdx.x + half]);
    __syncthreads();
  }
  const T result = places[0];
  __syncthreads();
  return result;
}

__global__ void three_passes_kernel(const float* in, float* out, int columns, std::size_t pitch) {
  __shared__ float places[kThreads];
  in += blockIdx.x * pitch;
  out += blockIdx.x * static_cast<std::size_t>(columns);
  float mine = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += kThreads)
    if (in[i] > mine) mine = in[i];
  const float greatest = tree(places, mine, [](float a, float b) { return a > b ? a : b; });
  if (greatest == -INFINITY) {  // all threads of the block take this way
    for (int i = threadIdx.x; i < columns; i += kThreads) out[i] = 0;
    return;
  }
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += kThreads) {
    const float e = exp2f((in[i] - greatest) * 1.44269504F);
    out[i] = e;  // kept for the last pass, so that no exponential is computed twice
    sum += e;
  }
  sum = tree(places, sum, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < columns; i += kThreads) out[i] = out[i] / sum;
}

void three_passes(const float* in, float* out, int rows, int columns, std::size_t pitch,
                  cudaStream_t stream) {
  if (rows <= 0 || columns <= 0) return;
  three_passes_kernel<<<rows, kThreads, 0, stream>>>(in, out, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

struct OnlineSoftmax {
  using Element = float;
  using Total = float2;  // x: the maximum, y: the sum
  using Result = float;

  __device__ float2 identity() const { return make_float2(-INFINITY, 0.0F); }
  __device__ float2 lift(float x) const { return make_float2(x, 1.0F); }
  static __device__ float scaled(float2 part, float greatest) {
    return part.x == greatest ? part.y : part.y * expf(part.x - greatest);
  }
  __device__ float2 join(float2 a, float2 b) const {
    const float greatest = fmaxf(a.x, b.x);
    return make_float2(greatest, scaled(a, greatest) + scaled(b, greatest));
  }
  __device__ float finish(float x, float2 row) const {
    return row.x == -INFINITY ? 0.0F : expf(x - row.x) / row.y;
  }
};

template <class Rule>
__global__ void online_kernel(const typename Rule::Element* in, typename Rule::Result* out, int columns,
                              std::size_t pitch, Rule rule) {
  using Element = typename Rule::Element;
  using Total = typename Rule::Total;
  constexpr int kept_columns = kKept / sizeof(Element);
  __shared__ Element kept[kept_columns];
  __shared__ Total places[kThreads];
  const Element* row = in + blockIdx.x * pitch;
  Total total = rule.identity();
  for (int c = threadIdx.x; c < columns; c += kThreads) {
    const Element x = row[c];
    if (c < kept_columns) kept[c] = x;  // read again by the same thread
    total = rule.join(total, rule.lift(x));
  }
  total = tree(places, total, [rule](Total a, Total b) { return rule.join(a, b); });
  for (int c = threadIdx.x; c < columns; c += kThreads)
    out[blockIdx.x * std::size_t(columns) + c] = rule.finish(c < kept_columns ? kept[c] : row[c], total);
}

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows <= 0 || columns <= 0) return;
  online_kernel<<<rows, kThreads, 0, stream>>>(in, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
}

constexpr int kParts = 16;  // blocks for each row

template <class Rule>
__global__ void parts_kernel(const typename Rule::Element* in, typename Rule::Total* parts,
                             typename Rule::Total* row_totals, unsigned* finished, int columns,
                             std::size_t pitch, Rule rule) {
  using Total = typename Rule::Total;
  __shared__ Total places[kThreads];
  __shared__ bool is_last;
  const auto join = [rule](Total a, Total b) { return rule.join(a, b); };
  const int row = blockIdx.x / kParts, part = blockIdx.x % kParts;
  const long long length = columns;
  const int begin = length * part / kParts, end = length * (part + 1) / kParts;
  Total total = rule.identity();
  for (int c = begin + int(threadIdx.x); c < end; c += kThreads)
    total = rule.join(total, rule.lift(in[row * pitch + c]));
  total = tree(places, total, join);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = total;
    __threadfence();  // first the total, then the word that it is there
    is_last = atomicAdd(&finished[row], 1) == kParts - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  total = threadIdx.x < kParts ? parts[row * kParts + threadIdx.x] : rule.identity();
  total = tree(places, total, join);
  if (threadIdx.x == 0) row_totals[row] = total;
}

template <class Rule>
__global__ void finish_kernel(const typename Rule::Element* in, const typename Rule::Total* row_totals,
                              typename Rule::Result* out, int columns, std::size_t pitch, Rule rule) {
  const int row = blockIdx.x / kParts, part = blockIdx.x % kParts;
  for (int c = part * kThreads + threadIdx.x; c < columns; c += kParts * kThreads)
    out[row * std::size_t(columns) + c] = rule.finish(in[row * pitch + c], row_totals[row]);
}

template <class Rule>
void long_rows(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
               std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows <= 0 || columns <= 0) return;
  using Total = typename Rule::Total;
  Total* parts = nullptr;
  unsigned* finished = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&parts, rows * (kParts + 1) * sizeof(Total), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&finished, rows * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(finished, 0, rows * sizeof(unsigned), stream));
  Total* row_totals = parts + rows * kParts;
  parts_kernel<<<rows * kParts, kThreads, 0, stream>>>(in, parts, row_totals, finished, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
  finish_kernel<<<rows * kParts, kThreads, 0, stream>>>(in, row_totals, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(finished, stream));
  WARPGRADE_CHECK(cudaFreeAsync(parts, stream));
}

}  // namespace softmax
