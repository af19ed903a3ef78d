// Right in another style: few blocks, each of which goes through rows; cooperative groups; four logits a load
// where a row begins at a multiple of 16 bytes; and a sort of the exponentials by one bit a pass, which
// become probabilities when they are sorted.
#include <cmath>
#include <utility>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <warpgrade/student.cuh>

#include "sample_token.cuh"

namespace sample_token {

namespace cg = cooperative_groups;

constexpr int kThreads = 256, kWarps = kThreads / 32;
constexpr int kBits = 30;  // no exponential is above 1

using Warp = cg::thread_block_tile<32>;

/// The combination of all threads' values, for all threads.
template <class T, class Op>
__device__ T block_reduce(const cg::thread_block& block, const Warp& warp, T value, T* results, Op op) {
  value = cg::reduce(warp, value, op);
  if (warp.thread_rank() == 0) results[warp.meta_group_rank()] = value;
  block.sync();
  value = results[0];
  for (int w = 1; w < kWarps; ++w) value = op(value, results[w]);
  block.sync();
  return value;
}

/// The sum of the values of the threads before this one.
template <class T>
__device__ T block_exclusive(const cg::thread_block& block, const Warp& warp, T value, T* results, T& total) {
  const T sum = cg::inclusive_scan(warp, value);
  if (warp.thread_rank() == 31) results[warp.meta_group_rank()] = sum;
  block.sync();
  T before = total = 0;
  for (int w = 0; w < kWarps; ++w) {
    if (w == int(warp.meta_group_rank())) before = total;
    total += results[w];
  }
  block.sync();
  return before + sum - value;
}

/// Applies `use` to each logit of the row.
template <class Use>
__device__ void for_each_logit(const float* row, int columns, Use use) {
  const bool is_aligned = reinterpret_cast<std::size_t>(row) % 16 == 0;
  const int wide = is_aligned ? columns / 4 : 0;
  for (int i = threadIdx.x; i < wide; i += kThreads) {
    const float4 four = reinterpret_cast<const float4*>(row)[i];
    use(4 * i, four.x);
    use(4 * i + 1, four.y);
    use(4 * i + 2, four.z);
    use(4 * i + 3, four.w);
  }
  for (int i = 4 * wide + threadIdx.x; i < columns; i += kThreads) use(i, row[i]);
}

static __global__ void sample_kernel(const float* logits, const float* top_p, const float* drawn,
                                     float* probabilities, float* sorted, int* order, int* kept, int* token,
                                     float* other_keys, int* other_tokens, int rows, int columns,
                                     std::size_t pitch) {
  __shared__ float floats[kWarps];
  __shared__ int ints[kWarps];
  const cg::thread_block block = cg::this_thread_block();
  const Warp warp = cg::tiled_partition<32>(block);
  const int t = threadIdx.x;

  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    const std::size_t begin = r * std::size_t(columns);
    const float* const row = logits + r * pitch;

    // Softmax. The exponentials stay behind in `sorted`.
    float greatest = -INFINITY, sum = 0;
    for_each_logit(row, columns, [&](int, float x) { greatest = fmaxf(greatest, x); });
    greatest = block_reduce(block, warp, greatest, floats, [](float a, float b) { return fmaxf(a, b); });
    for_each_logit(row, columns, [&](int i, float x) {
      const float value = expf(x - greatest);
      sorted[begin + i] = value;
      order[begin + i] = i;
      sum += value;
    });
    const float scale = 1 / block_reduce(block, warp, sum, floats, cg::plus<float>());
    for (int i = t; i < columns; i += kThreads) probabilities[begin + i] = sorted[begin + i] * scale;

    // Sort: ones first, since the greatest shall come first. A thread has a part of the row.
    std::pair<float*, int*> from{sorted + begin, order + begin}, to{other_keys + begin, other_tokens + begin};
    const int part = (columns + kThreads - 1) / kThreads;
    const int first_of_part = min(t * part, columns), end_of_part = min(first_of_part + part, columns);
    block.sync();
    for (int bit = 0; bit < kBits; ++bit) {
      const auto is_one = [](float key, int bit) { return int(__float_as_uint(key) >> bit & 1); };
      int own_ones = 0, ones;
      for (int i = first_of_part; i < end_of_part; ++i) own_ones += is_one(from.first[i], bit);
      int next_one = block_exclusive(block, warp, own_ones, ints, ones);
      int next_zero = ones + first_of_part - next_one;
      for (int i = first_of_part; i < end_of_part; ++i) {
        const float key = from.first[i];
        const int place = is_one(key, bit) ? next_one++ : next_zero++;
        to.first[place] = key;
        to.second[place] = from.second[i];
      }
      block.sync();
      std::swap(from, to);
    }
    for (int i = t; i < columns; i += kThreads) sorted[begin + i] *= scale;
    block.sync();

    // Kept, and their sum: each thread counts
    const float share = top_p[r];
    float carry = 0, total, own_sum = 0;
    int own_kept = 0;
    for (int first = 0; first < columns; first += kThreads) {
      const int i = first + t;
      const float own = i < columns ? sorted[begin + i] : 0;
      const float before = carry + block_exclusive(block, warp, own, floats, total);
      if (own > 0 && (share == 1 || before < share)) {
        ++own_kept;
        own_sum += own;
      }
      carry += total;
    }
    const int n = block_reduce(block, warp, own_kept, ints, cg::plus<int>());
    const float kept_sum = block_reduce(block, warp, own_sum, floats, cg::plus<float>());

    // Token: as many places are before it as have a sum that is not above the threshold
    const float threshold = drawn[r] * kept_sum;
    int own_place = 0;
    carry = 0;
    for (int first = 0; first < n; first += kThreads) {
      const int i = first + t;
      const float own = i < n ? sorted[begin + i] : 0;
      const float sum_here = carry + block_exclusive(block, warp, own, floats, total) + own;
      if (i < n - 1 && sum_here <= threshold) ++own_place;
      carry += total;
    }
    const int place = block_reduce(block, warp, own_place, ints, cg::plus<int>());
    if (t == 0) {
      kept[r] = n;
      token[r] = order[begin + place];
    }
    block.sync();
  }
}

void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch,
            cudaStream_t stream) {
  if (rows == 0) return;
  const std::size_t n = std::size_t(rows) * columns;
  const int blocks = rows < warpgrade::multiprocessors() ? rows : warpgrade::multiprocessors();
  float* other_keys = nullptr;
  int* other_tokens = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_tokens, n * sizeof(int), stream));
  sample_kernel<<<blocks, kThreads, 0, stream>>>(logits, top_p, drawn, probabilities, sorted, order, kept,
                                                 token, other_keys, other_tokens, rows, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(other_tokens, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
}

}  // namespace sample_token
