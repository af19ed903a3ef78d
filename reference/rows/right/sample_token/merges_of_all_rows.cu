// Right in another style: a launch for each step, over all rows at once. A warp reads a row once for maximum
// and sum (online softmax); runs are merged by rank; one thread for each row searches in the running sums.
#include <cmath>
#include <utility>

#include <warpgrade/student.cuh>

#include "sample_token.cuh"

namespace sample_token {

constexpr int kThreads = 128;
constexpr int kTile = kThreads;
using warpgrade::div_up;

// ==== softmax ============================================================================================

/// The greatest so far, and the sum of e^(x - greatest).
struct MaxAndSum {
  float greatest, sum;
};
__device__ inline MaxAndSum combine(MaxAndSum a, MaxAndSum b) {
  const float greatest = fmaxf(a.greatest, b.greatest);
  const auto scaled = [=](MaxAndSum part) {
    return part.sum == 0 ? 0 : part.sum * exp2f((part.greatest - greatest) * 1.44269504f);
  };
  return {greatest, scaled(a) + scaled(b)};
}

static __global__ void max_and_sum_kernel(const float* logits, MaxAndSum* results, int columns,
                                          std::size_t pitch) {
  const float* const row = logits + blockIdx.x * pitch;
  MaxAndSum own{-INFINITY, 0};
  for (int i = threadIdx.x; i < columns; i += 32)
    if (row[i] > -INFINITY) own = combine(own, {row[i], 1});
  for (int distance = 16; distance > 0; distance /= 2) own = combine(own, warpgrade::shfl_xor(own, distance));
  if (threadIdx.x == 0) results[blockIdx.x] = own;
}

static __global__ void softmax_kernel(const float* logits, const MaxAndSum* results, float* probabilities,
                                      float* keys, int* tokens, int columns, std::size_t pitch) {
  const int i = blockIdx.x * kThreads + threadIdx.x, row = blockIdx.y;
  if (i >= columns) return;
  const MaxAndSum of_row = results[row];
  const float probability = exp2f((logits[row * pitch + i] - of_row.greatest) * 1.44269504f) / of_row.sum;
  const std::size_t at = row * std::size_t(columns) + i;
  probabilities[at] = keys[at] = probability;
  tokens[at] = i;
}

// ==== sort ===============================================================================================

/// How many of the n keys, which descend, are greater than `key`, or as great.
__device__ inline int greater(const float* keys, int n, float key, bool or_equal) {
  int low = 0;
  while (low < n) {
    const int middle = (low + n) / 2;
    if (keys[middle] > key || (or_equal && keys[middle] == key))
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}

static __global__ void merge_kernel(const float* keys, const int* tokens, float* out_keys, int* out_tokens,
                                    int columns, int width) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= columns) return;
  const std::size_t row = blockIdx.y * std::size_t(columns);
  keys += row;
  const int pair = i / (2 * width) * (2 * width), middle = min(pair + width, columns);
  const int end = min(pair + 2 * width, columns);
  const int place = i < middle ? i + greater(keys + middle, end - middle, keys[i], false)
                               : i - width + greater(keys + pair, width, keys[i], true);
  out_keys[row + place] = keys[i];
  out_tokens[row + place] = tokens[row + i];
}

// ==== scan and search ====================================================================================

/// The inclusive scan of a tile in place; its sum goes to tile_sums[row][tile].
static __global__ void scan_tiles_kernel(const float* sorted, float* running, float* tile_sums, int columns) {
  __shared__ float sums[2][kTile];
  const int i = blockIdx.x * kTile + threadIdx.x, t = threadIdx.x;
  const std::size_t at = blockIdx.y * std::size_t(columns) + i;
  int from = 0;
  sums[0][t] = i < columns ? sorted[at] : 0;
  for (int stride = 1; stride < kTile; stride *= 2) {
    __syncthreads();
    sums[1 - from][t] = sums[from][t] + (t >= stride ? sums[from][t - stride] : 0);
    from = 1 - from;
  }
  if (i < columns) running[at] = sums[from][t];
  if (t == kTile - 1) tile_sums[blockIdx.y * gridDim.x + blockIdx.x] = sums[from][t];
}

/// Adds the sums of all tiles before.
static __global__ void add_kernel(float* running, const float* tile_sums, int columns) {
  const int i = blockIdx.x * kTile + threadIdx.x;
  if (i >= columns) return;
  float before = 0;
  for (unsigned tile = 0; tile < blockIdx.x; ++tile) before += tile_sums[blockIdx.y * gridDim.x + tile];
  running[blockIdx.y * std::size_t(columns) + i] += before;
}

/// The first i for which is_there(i), and of 0 … n - 1 all after it, or n.
template <class Test>
__device__ int first(int n, Test is_there) {
  int low = 0;
  while (low < n) {
    const int middle = (low + n) / 2;
    if (is_there(middle))
      n = middle;
    else
      low = middle + 1;
  }
  return low;
}

static __global__ void search_kernel(const float* sorted, const float* running, const int* order,
                                     const float* top_p, const float* drawn, int* kept, int* token, int rows,
                                     int columns) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  sorted += row * std::size_t(columns);
  running += row * std::size_t(columns);
  const float share = top_p[row];
  const int above_zero = first(columns, [=](int i) { return sorted[i] == 0; });
  const int n = share == 1 ? above_zero
                           : min(above_zero, 1 + first(columns, [=](int i) { return running[i] >= share; }));
  const float threshold = drawn[row] * running[n - 1];
  const int place = first(n - 1, [=](int i) { return running[i] > threshold; });
  kept[row] = n;
  token[row] = order[row * std::size_t(columns) + place];
}

// ==== sample =============================================================================================

void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch,
            cudaStream_t stream) {
  if (rows == 0) return;
  const std::size_t n = std::size_t(rows) * columns;
  const dim3 grid(div_up(columns, kThreads), rows);
  MaxAndSum* results = nullptr;
  float *other_keys = nullptr, *running = nullptr, *tile_sums = nullptr;
  int* other_tokens = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&results, rows * sizeof(MaxAndSum), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_tokens, n * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&running, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tile_sums, rows * grid.x * sizeof(float), stream));

  int rounds = 0;
  for (int width = 1; width < columns; width *= 2) ++rounds;
  std::pair<float*, int*> from{sorted, order}, to{other_keys, other_tokens};
  if (rounds % 2 == 1) std::swap(from, to);
  max_and_sum_kernel<<<rows, 32, 0, stream>>>(logits, results, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
  softmax_kernel<<<grid, kThreads, 0, stream>>>(logits, results, probabilities, from.first, from.second,
                                                columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
  for (int width = 1; width < columns; width *= 2) {
    merge_kernel<<<grid, kThreads, 0, stream>>>(from.first, from.second, to.first, to.second, columns, width);
    WARPGRADE_CHECK_LAUNCH();
    std::swap(from, to);
  }
  scan_tiles_kernel<<<grid, kTile, 0, stream>>>(sorted, running, tile_sums, columns);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<grid, kTile, 0, stream>>>(running, tile_sums, columns);
  WARPGRADE_CHECK_LAUNCH();
  search_kernel<<<div_up(rows, kThreads), kThreads, 0, stream>>>(sorted, running, order, top_p, drawn, kept,
                                                                 token, rows, columns);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tile_sums, stream));
  WARPGRADE_CHECK(cudaFreeAsync(running, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_tokens, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(results, stream));
}

}  // namespace sample_token
