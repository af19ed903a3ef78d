// Softmax: each row of a matrix becomes probabilities. Three versions, each without a cost of the one before.
//
// Given:      in[r * pitch + c] for r < rows and c < columns, on the device; rows and columns may be 0.
// Guarantees: pitch >= columns; elements are numbers or -infinity.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/rows/softmax/README.md
#include <cmath>

#include <warpgrade/student.cuh>

#include "softmax.cuh"

namespace softmax {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
  static constexpr int piece_columns = 2048;  // long_rows: what one block does of a row
};

using warpgrade::div_up;

/// Combines a value of each thread of the block; every thread gets the result. warp_results: [warps] in
/// shared memory. A block may call it again and again with the same array.
template <class T, class Op>
__device__ T block_reduce(T value, T* warp_results, Op op) {
  // TODO: As in reduce/coarsened: shuffles within a warp, a result of each warp in shared memory. Then every
  // thread joins the warps' results, in the same order. Who calls a second time must not overwrite what
  // others still read.
  for (int delta = 16; delta > 0; delta /= 2) value = op(value, warpgrade::shfl_down(value, delta));
  __syncthreads();  // the readers of the call before are done
  if (threadIdx.x % 32 == 0) warp_results[threadIdx.x / 32] = value;
  __syncthreads();
  value = warp_results[0];
  for (int warp = 1; warp < Tuning::warps; ++warp) value = op(value, warp_results[warp]);
  // END TODO
  return value;
}

// ==== three_passes: maximum, sum, result ===============================================================

/// Block r makes row r.
__global__ void three_passes_kernel(const float* in, float* out, int columns, std::size_t pitch) {
  const float* row = in + blockIdx.x * pitch;
  float* result = out + std::size_t(blockIdx.x) * columns;
  __shared__ float warp_results[Tuning::warps];
  // TODO: Three loops over the row, in which neighbouring threads read neighbouring elements: the maximum,
  // the sum of exp(x - maximum), the results. Of a row of nothing but -infinity all results are 0.
  float greatest = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) greatest = fmaxf(greatest, row[c]);
  greatest = block_reduce(greatest, warp_results, [](float a, float b) { return fmaxf(a, b); });

  float sum = 0;  // stays 0 where x - greatest is no number
  if (greatest > -INFINITY)
    for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(row[c] - greatest);
  sum = block_reduce(sum, warp_results, [](float a, float b) { return a + b; });

  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    result[c] = sum > 0 ? expf(row[c] - greatest) / sum : 0;
  // END TODO
}

void three_passes(const float* in, float* out, int rows, int columns, std::size_t pitch,
                  cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;  // a launch of 0 blocks is an error
  three_passes_kernel<<<rows, Tuning::block_threads, 0, stream>>>(in, out, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== online: maximum and sum at once ==================================================================

/// What is known of a part of a row: its greatest element m, and the sum of exp(x - m) over it.
struct MaxSum {
  float max, sum;
};

struct OnlineSoftmax {
  using Element = float;
  using Total = MaxSum;
  using Result = float;

  __device__ MaxSum identity() const { return {-INFINITY, 0}; }
  __device__ MaxSum lift(float x) const { return {x, x > -INFINITY ? 1.0F : 0.0F}; }
  __device__ MaxSum join(MaxSum a, MaxSum b) const {
    MaxSum both = identity();
    // TODO: The greater maximum, and both sums as they are with that one: sum * exp(own maximum - new
    // maximum). Where both maxima are -infinity their difference is no number, and there is nothing to add
    // up.
    const float max = fmaxf(a.max, b.max);
    if (max > -INFINITY) both = {max, a.sum * expf(a.max - max) + b.sum * expf(b.max - max)};
    // END TODO
    return both;
  }
  __device__ float finish(float x, MaxSum row) const {
    float result = 0;
    // TODO: exp(x - maximum) / sum; 0 in a row of nothing but -infinity.
    if (row.sum > 0) result = expf(x - row.max) / row.sum;
    // END TODO
    return result;
  }
};

/// Block r makes row r.
template <class Rule>
__global__ void online_kernel(const typename Rule::Element* in, typename Rule::Result* out, int columns,
                              std::size_t pitch, Rule rule) {
  using Total = typename Rule::Total;
  const typename Rule::Element* row = in + blockIdx.x * pitch;
  typename Rule::Result* result = out + std::size_t(blockIdx.x) * columns;
  __shared__ Total warp_results[Tuning::warps];
  // TODO: One loop joins this thread's elements, block_reduce those of all threads, a second loop writes the
  // results.
  Total total = rule.identity();
  for (int c = threadIdx.x; c < columns; c += blockDim.x) total = rule.join(total, rule.lift(row[c]));
  total = block_reduce(total, warp_results, [rule](Total a, Total b) { return rule.join(a, b); });
  for (int c = threadIdx.x; c < columns; c += blockDim.x) result[c] = rule.finish(row[c], total);
  // END TODO
}

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  online_kernel<<<rows, Tuning::block_threads, 0, stream>>>(in, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== long_rows: several blocks for each row ===========================================================

/// Block (p, r) joins piece p of row r, which the end of the row may cut short, to totals[r * gridDim.x + p].
template <class Rule>
__global__ void piece_totals_kernel(const typename Rule::Element* in, typename Rule::Total* totals,
                                    int columns, std::size_t pitch, Rule rule) {
  using Total = typename Rule::Total;
  const typename Rule::Element* row = in + blockIdx.y * pitch;
  const int begin = blockIdx.x * Tuning::piece_columns, end = min(begin + Tuning::piece_columns, columns);
  __shared__ Total warp_results[Tuning::warps];
  // TODO: As the first half of online, but for the columns from begin up to end; one thread writes the total.
  Total total = rule.identity();
  for (int c = begin + threadIdx.x; c < end; c += blockDim.x) total = rule.join(total, rule.lift(row[c]));
  total = block_reduce(total, warp_results, [rule](Total a, Total b) { return rule.join(a, b); });
  if (threadIdx.x == 0) totals[blockIdx.y * gridDim.x + blockIdx.x] = total;
  // END TODO
}

/// Block (p, r) writes the results of piece p of row r.
template <class Rule>
__global__ void long_rows_kernel(const typename Rule::Element* in, const typename Rule::Total* totals,
                                 typename Rule::Result* out, int columns, std::size_t pitch, Rule rule) {
  using Total = typename Rule::Total;
  const typename Rule::Element* row = in + blockIdx.y * pitch;
  typename Rule::Result* result = out + std::size_t(blockIdx.y) * columns;
  const int begin = blockIdx.x * Tuning::piece_columns, end = min(begin + Tuning::piece_columns, columns);
  __shared__ Total warp_results[Tuning::warps];
  // TODO: Each block joins the totals of all pieces of its row once more: they are few. Then it writes its
  // results.
  Total total = rule.identity();
  for (int p = threadIdx.x; p < gridDim.x; p += blockDim.x)
    total = rule.join(total, totals[blockIdx.y * gridDim.x + p]);
  total = block_reduce(total, warp_results, [rule](Total a, Total b) { return rule.join(a, b); });
  for (int c = begin + threadIdx.x; c < end; c += blockDim.x) result[c] = rule.finish(row[c], total);
  // END TODO
}

template <class Rule>
void long_rows(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
               std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  // TODO: Scratch memory for the totals of all pieces, then both launches, with a grid of pieces × rows.
  const int pieces = div_up(columns, Tuning::piece_columns);
  const dim3 grid(pieces, rows);
  typename Rule::Total* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, std::size_t(rows) * pieces * sizeof(*totals), stream));
  piece_totals_kernel<<<grid, Tuning::block_threads, 0, stream>>>(in, totals, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
  long_rows_kernel<<<grid, Tuning::block_threads, 0, stream>>>(in, totals, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  // END TODO
}

}  // namespace softmax
