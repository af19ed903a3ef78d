// From logits to a token. The contract is in sample_token.cuh; the story is in the handout.
//
//   logits          [rows][pitch]     what the model says; only the first `columns` of each row count
//   top_p, drawn    [rows]            which share is kept; where in the kept ones the token lies
//   probabilities   [rows][columns]   softmax
//   sorted, order   [rows][columns]   the greatest first; the tokens that they belong to
//   kept, token     [rows]            how many are kept; the one that was drawn
//
// To do: fill the blocks from TODO to END TODO. Everything else works; you may still change it.
#include <cmath>

#include <warpgrade/student.cuh>

#include "sample_token.cuh"

namespace sample_token {

// Each row is the work of one block, in every kernel. So no block waits for another one, and a barrier is all
// that a stage needs between its steps.
struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
  static constexpr int digit_bits = 5;
  static constexpr int digits = 1 << digit_bits;  // one for each lane of a warp
  static constexpr int passes = 6;  // a probability is below 2: of its 32 bits the highest two are 0
};

using warpgrade::kFullWarp;

/// Where row blockIdx.x of a dense matrix begins.
__device__ inline std::size_t row_begin(int columns) { return blockIdx.x * std::size_t(columns); }

// ==== What you have from reduce and scan =================================================================

/// The values of all threads combined, for every thread. All threads of the block must call it.
template <class T, class Op>
__device__ T block_reduce(T value, Op op) {
  __shared__ T results[Tuning::warps];
  for (int distance = 16; distance > 0; distance /= 2)
    value = op(value, warpgrade::shfl_xor(value, distance));
  __syncthreads();  // all have read what an earlier call has left
  if (threadIdx.x % 32 == 0) results[threadIdx.x / 32] = value;
  __syncthreads();
  value = results[0];
  for (int w = 1; w < Tuning::warps; ++w) value = op(value, results[w]);
  return value;
}

/// The sum of `value` over the lanes up to this one.
template <class T>
__device__ T warp_inclusive_sum(T value) {
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(value, delta);
    if (threadIdx.x % 32 >= delta) value += left;
  }
  return value;
}

/// The sum of `value` over the threads up to this one; `total` gets that over all threads. All threads of the
/// block must call it.
__device__ inline float block_inclusive_sum(float value, float& total) {
  __shared__ float sums[Tuning::warps];
  const float sum = warp_inclusive_sum(value);
  __syncthreads();  // all have read what an earlier call has left
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  float before = total = 0;
  for (int w = 0; w < Tuning::warps; ++w) {
    if (w == threadIdx.x / 32) before = total;
    total += sums[w];
  }
  return before + sum;
}

// ==== Stage 1: softmax, two reduces and a map ============================================================

static __global__ void softmax_kernel(const float* logits, float* probabilities, int columns,
                                      std::size_t pitch) {
  const float* const row = logits + blockIdx.x * pitch;
  float* const out = probabilities + row_begin(columns);
  // TODO: the greatest logit of the row; the sum of e^(logit - greatest); each of these over the sum. A
  // thread takes every 256th element.
  float greatest = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += Tuning::block_threads) greatest = fmaxf(greatest, row[i]);
  greatest = block_reduce(greatest, warpgrade::Max<float>());

  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += Tuning::block_threads) sum += expf(row[i] - greatest);
  sum = block_reduce(sum, warpgrade::Sum<float>());

  for (int i = threadIdx.x; i < columns; i += Tuning::block_threads) out[i] = expf(row[i] - greatest) / sum;
  // END TODO
}

// ==== Stage 2: radix sort, five bits a pass, from the lowest to the highest ==============================
// The bits of floats that are not negative are ordered like whole numbers. A pass is that of red eye, with
// one block for a row: count the digits, scan the counts to places, bring each element to its place.

/// The greatest come first: five bits that are 31 have digit 0, five bits that are 0 have digit 31.
__device__ inline int digit_of(float probability, int shift) {
  int digit = 0;
  // TODO: __float_as_uint gives the bits. Take five of them, and turn their order around.
  digit = Tuning::digits - 1 - (__float_as_uint(probability) >> shift) % Tuning::digits;
  // END TODO
  return digit;
}

/// One stable pass over a row. tokens: the token of each element. In the first pass it is nullptr: then the
/// token is the element's index.
__device__ inline void sort_pass(const float* keys, const int* tokens, float* out_keys, int* out_tokens,
                                 int columns, int shift) {
  __shared__ int next[Tuning::digits];                    // where the next element of each digit goes
  __shared__ int in_warp[Tuning::warps][Tuning::digits];  // how often a warp has each digit
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // TODO: count the digits of the row in `next`. The first warp scans the counts, exclusively: a lane for
  // each digit.
  if (warp == 0) next[lane] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < columns; i += Tuning::block_threads)
    atomicAdd(&next[digit_of(keys[i], shift)], 1);
  __syncthreads();
  if (warp == 0) {
    const int count = next[lane];
    next[lane] = warp_inclusive_sum(count) - count;
  }
  // END TODO

  // TODO: then tile by tile, an element a thread. Its place is the next one of its digit, plus the elements
  // of this digit before it in the tile: those in the warps before, and those in the lanes before
  // (__match_any_sync, __popc). Then `next` moves on. Threads without an element come to each barrier too.
  // They vote with a digit that nobody has (-1), and count for nothing.
  for (int begin = 0; begin < columns; begin += Tuning::block_threads) {
    const int i = begin + threadIdx.x;
    const float key = i < columns ? keys[i] : 0;
    const int digit = i < columns ? digit_of(key, shift) : Tuning::digits;  // one of their own past the end

    // ---- How often does each warp have each digit?
    in_warp[warp][lane] = 0;
    __syncwarp();
    const unsigned peers = __match_any_sync(kFullWarp, digit);
    const int in_lanes_before = __popc(peers & ((1u << lane) - 1));
    if (i < columns && in_lanes_before == 0) in_warp[warp][digit] = __popc(peers);
    __syncthreads();

    // ---- Scatter
    if (i < columns) {
      int place = next[digit] + in_lanes_before;
      for (int w = 0; w < warp; ++w) place += in_warp[w][digit];
      out_keys[place] = key;
      out_tokens[place] = tokens ? tokens[i] : i;
    }
    __syncthreads();

    // ---- The next tile comes behind this one
    if (warp == 0)
      for (int w = 0; w < Tuning::warps; ++w) next[lane] += in_warp[w][lane];
    __syncthreads();
  }
  // END TODO
}

/// other_keys, other_tokens: as large as the results, for every other pass.
static __global__ void sort_kernel(const float* probabilities, float* sorted, int* order, float* other_keys,
                                   int* other_tokens, int columns) {
  const std::size_t row = row_begin(columns);
  // TODO: the passes. The first one reads the probabilities, each other one what the one before wrote; the
  // last one writes to `sorted` and `order`. Between two passes all threads come to __syncthreads(): a pass
  // reads what other threads wrote.
  const float* keys = probabilities + row;
  const int* tokens = nullptr;
  for (int pass = 0; pass < Tuning::passes; ++pass) {
    const bool to_result = pass % 2 == 1;  // six passes: the last one is odd
    float* const out_keys = (to_result ? sorted : other_keys) + row;
    int* const out_tokens = (to_result ? order : other_tokens) + row;
    sort_pass(keys, tokens, out_keys, out_tokens, columns, pass * Tuning::digit_bits);
    keys = out_keys;
    tokens = out_tokens;
  }
  // END TODO
}

// ==== Stage 3: which ones are kept? A scan, and a search =================================================

/// running: the sums of the sorted probabilities up to each one, for the next stage too.
static __global__ void keep_kernel(const float* sorted, const float* top_p, float* running, int* kept,
                                   int columns) {
  __shared__ int first_left_out;
  sorted += row_begin(columns);
  running += row_begin(columns);
  // TODO: scan the row tile by tile, and carry the sum along.
  float carry = 0;
  for (int begin = 0; begin < columns; begin += Tuning::block_threads) {
    const int i = begin + threadIdx.x;
    float total;
    const float sum = block_inclusive_sum(i < columns ? sorted[i] : 0, total);
    if (i < columns) running[i] = carry + sum;
    carry += total;
  }
  // END TODO

  // TODO: place i is left out if running[i - 1] has reached top_p, or sorted[i] is 0; if top_p is 1, only the
  // second counts. The first place left out tells how many are kept (atomicMin). Begin `first_left_out` with
  // `columns`: there may be none.
  if (threadIdx.x == 0) first_left_out = columns;
  __syncthreads();
  const float share = top_p[blockIdx.x];
  for (int i = threadIdx.x; i < columns; i += Tuning::block_threads) {
    const bool is_reached = share < 1 && i > 0 && running[i - 1] >= share;
    if (is_reached || sorted[i] == 0) {
      atomicMin(&first_left_out, i);
      break;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) kept[blockIdx.x] = first_left_out;
  // END TODO
}

// ==== Stage 4: the token, one more search ================================================================

static __global__ void pick_kernel(const float* running, const int* order, const int* kept,
                                   const float* drawn, int* token, int columns) {
  __shared__ int place;
  running += row_begin(columns);
  order += row_begin(columns);
  // TODO: the first of the kept ones whose running sum is greater than drawn times the sum of all kept ones.
  // `token` is what stands in `order` there. Begin `place` with kept - 1: rounding may leave no sum above the
  // threshold.
  const int last = kept[blockIdx.x] - 1;
  const float threshold = drawn[blockIdx.x] * running[last];
  if (threadIdx.x == 0) place = last;  // even if the product has been rounded up to the sum
  __syncthreads();
  for (int i = threadIdx.x; i < last; i += Tuning::block_threads) {
    if (running[i] > threshold) {
      atomicMin(&place, i);
      break;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) token[blockIdx.x] = order[place];
  // END TODO
}

// ==== sample: all stages =================================================================================

void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch,
            cudaStream_t stream) {
  if (rows == 0) return;
  const std::size_t n = std::size_t(rows) * columns;
  float* keys = nullptr;  // between two passes of the sort; then the running sums
  int* tokens = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&keys, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tokens, n * sizeof(int), stream));
  softmax_kernel<<<rows, Tuning::block_threads, 0, stream>>>(logits, probabilities, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
  sort_kernel<<<rows, Tuning::block_threads, 0, stream>>>(probabilities, sorted, order, keys, tokens,
                                                          columns);
  WARPGRADE_CHECK_LAUNCH();
  float* const running = keys;
  keep_kernel<<<rows, Tuning::block_threads, 0, stream>>>(sorted, top_p, running, kept, columns);
  WARPGRADE_CHECK_LAUNCH();
  pick_kernel<<<rows, Tuning::block_threads, 0, stream>>>(running, order, kept, drawn, token, columns);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tokens, stream));
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
}

}  // namespace sample_token
