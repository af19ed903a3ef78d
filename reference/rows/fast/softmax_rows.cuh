// Rows that come from memory once: a row stays in the registers of those who make it, and what they exchange
// is a total for each warp. A group of lanes makes rows up to 1024 floats, a block up to 32,768. Longer rows
// are read twice.
#pragma once

#include <cmath>
#include <cstdint>

#include <warpgrade/student.cuh>

#include "softmax.cuh"

namespace softmax {

struct Tuning {
  static constexpr int short_row_threads = 128;
  static constexpr int most_threads = 1024;  // of a row that a block makes
  static constexpr int most_packs = 8;       // of 16 bytes that a thread keeps in registers
  static constexpr int long_row_threads = 512;
};

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
    const float max = fmaxf(a.max, b.max);
    const float base = max > -INFINITY ? max : 0;  // then both exponentials are 0
    return {max, a.sum * __expf(a.max - base) + b.sum * __expf(b.max - base)};
  }
  /// The total of elements that are all known: one maximum first, then one exponential for each.
  template <int count>
  __device__ MaxSum of_all(const float (&x)[count]) const {
    float max = x[0];
#pragma unroll
    for (int i = 1; i < count; ++i) max = fmaxf(max, x[i]);
    const float base = max > -INFINITY ? max : 0;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < count; ++i) sum += __expf(x[i] - base);
    return {max, sum};
  }
  __device__ float finish(float x, MaxSum row) const {
    return row.sum > 0 ? __fdividef(__expf(x - row.max), row.sum) : 0;
  }
};

/// 16 bytes.
template <class T>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(T);
  T of[size];
};

template <class Rule, int count>
__device__ typename Rule::Total total_of(const typename Rule::Element (&x)[count], int valid, Rule rule) {
  if constexpr (requires { rule.of_all(x); }) {
    if (valid == count) return rule.of_all(x);
  }
  auto total = rule.identity();
#pragma unroll
  for (int i = 0; i < count; ++i)
    if (i < valid) total = rule.join(total, rule.lift(x[i]));
  return total;
}

/// For each group of `lanes` lanes of a warp.
template <int lanes, class Rule>
__device__ typename Rule::Total join_lanes(typename Rule::Total total, Rule rule) {
#pragma unroll
  for (int mask = lanes / 2; mask > 0; mask /= 2) total = rule.join(total, warpgrade::shfl_xor(total, mask));
  return total;
}

/// For all threads of the block.
template <class Rule>
__device__ typename Rule::Total join_block(typename Rule::Total total, Rule rule) {
  __shared__ typename Rule::Total of_warp[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  total = join_lanes<32>(total, rule);
  if (lane == 0) of_warp[warp] = total;
  __syncthreads();
  total = lane < warps ? of_warp[lane] : rule.identity();
  return join_lanes<32>(total, rule);
}

/// The packs of a row that belong to thread `rank` of `threads`, kept in registers.
template <class Element, int packs>
struct KeptRow {
  Pack<Element> kept[packs];
  int row_packs = 0;  ///< of the whole row

  /// All loads are on their way before the first is needed.
  __device__ void load(const Element* row, int columns, int rank, int threads) {
    row_packs = columns / Pack<Element>::size;
    const auto* from = reinterpret_cast<const Pack<Element>*>(row);
#pragma unroll
    for (int p = 0; p < packs; ++p)
      if (const int at = p * threads + rank; at < row_packs) kept[p] = from[at];
  }

  template <class Rule>
  __device__ typename Rule::Total total(int rank, int threads, Rule rule) const {
    auto total = rule.identity();
#pragma unroll
    for (int p = 0; p < packs; ++p)
      if (p * threads + rank < row_packs)
        total = rule.join(total, total_of(kept[p].of, Pack<Element>::size, rule));
    return total;
  }

  template <class Rule>
  __device__ void finish(typename Rule::Result* row, typename Rule::Total total, int rank, int threads,
                         Rule rule) const {
    static_assert(sizeof(Element) == sizeof(typename Rule::Result));
    auto* to = reinterpret_cast<Pack<typename Rule::Result>*>(row);
#pragma unroll
    for (int p = 0; p < packs; ++p) {
      const int at = p * threads + rank;
      if (at >= row_packs) break;
      Pack<typename Rule::Result> results;
#pragma unroll
      for (int i = 0; i < Pack<Element>::size; ++i) results.of[i] = rule.finish(kept[p].of[i], total);
      to[at] = results;
    }
  }
};

/// Short rows: `lanes` lanes make `rows_each` rows at the same time, so that enough loads are on their way.
template <int lanes, int packs, int rows_each, class Rule>
__global__ void __launch_bounds__(Tuning::short_row_threads)
    short_rows_kernel(const typename Rule::Element* __restrict__ in, typename Rule::Result* __restrict__ out,
                      int rows, int columns, std::size_t pitch, Rule rule) {
  const int rank = threadIdx.x % lanes;
  const int first = (blockIdx.x * Tuning::short_row_threads + threadIdx.x) / lanes * rows_each;
  KeptRow<typename Rule::Element, packs> kept[rows_each];
#pragma unroll
  for (int k = 0; k < rows_each; ++k)
    if (first + k < rows) kept[k].load(in + (first + k) * pitch, columns, rank, lanes);
#pragma unroll
  for (int k = 0; k < rows_each; ++k) {  // all lanes shuffle, also those behind the last row
    const auto total = join_lanes<lanes>(kept[k].total(rank, lanes, rule), rule);
    if (first + k < rows) kept[k].finish(out + std::size_t(first + k) * columns, total, rank, lanes, rule);
  }
}

/// A block for each row.
template <int packs, class Rule>
__global__ void __launch_bounds__(Tuning::most_threads)
    row_kernel(const typename Rule::Element* __restrict__ in, typename Rule::Result* __restrict__ out,
               int columns, std::size_t pitch, Rule rule) {
  KeptRow<typename Rule::Element, packs> kept;
  kept.load(in + blockIdx.x * pitch, columns, threadIdx.x, blockDim.x);
  const auto total = join_block(kept.total(threadIdx.x, blockDim.x, rule), rule);
  kept.finish(out + std::size_t(blockIdx.x) * columns, total, threadIdx.x, blockDim.x, rule);
}

/// Any row, by a block: elements one by one, read twice.
template <class Rule>
__global__ void __launch_bounds__(Tuning::long_row_threads)
    any_row_kernel(const typename Rule::Element* __restrict__ in, typename Rule::Result* __restrict__ out,
                   int columns, std::size_t pitch, Rule rule) {
  const auto* row = in + blockIdx.x * pitch;
  auto* result = out + std::size_t(blockIdx.x) * columns;
  auto total = rule.identity();
  constexpr int at_once = 8;
  for (int begin = threadIdx.x; begin < columns; begin += at_once * Tuning::long_row_threads) {
    typename Rule::Element x[at_once];
    int valid = 0;
#pragma unroll
    for (int i = 0; i < at_once; ++i)
      if (const int c = begin + i * Tuning::long_row_threads; c < columns) {
        x[i] = row[c];
        ++valid;
      }
    total = rule.join(total, total_of(x, valid, rule));
  }
  total = join_block(total, rule);
#pragma unroll 4
  for (int c = threadIdx.x; c < columns; c += Tuning::long_row_threads)
    result[c] = rule.finish(row[c], total);
}

/// A matrix whose rows begin at multiples of 16 bytes, in and out.
template <class Rule>
struct Rows {
  const typename Rule::Element* in;
  typename Rule::Result* out;
  int rows, columns;
  std::size_t pitch;
  Rule rule;
  cudaStream_t stream;

  int packs() const { return columns / Pack<typename Rule::Element>::size; }
  bool are_wide() const {
    constexpr int size = Pack<typename Rule::Element>::size;
    const auto at = [](const void* array) { return reinterpret_cast<std::uintptr_t>(array) % 16; };
    return columns % size == 0 && pitch % size == 0 && at(in) == 0 && at(out) == 0;
  }

  template <int lanes, int packs, int rows_each>
  void launch_short() const {
    const int blocks = warpgrade::div_up(rows, Tuning::short_row_threads / lanes * rows_each);
    short_rows_kernel<lanes, packs, rows_each>
        <<<blocks, Tuning::short_row_threads, 0, stream>>>(in, out, rows, columns, pitch, rule);
  }
  /// In blocks of whole warps, as small as they can be: more of them fit a multiprocessor.
  template <int packs_each>
  void launch_block() const {
    const int threads = warpgrade::div_up(warpgrade::div_up(packs(), packs_each), 32) * 32;
    row_kernel<packs_each><<<rows, threads, 0, stream>>>(in, out, columns, pitch, rule);
  }
  void launch() const {
    if (!are_wide() || packs() > Tuning::most_packs * Tuning::most_threads)
      any_row_kernel<<<rows, Tuning::long_row_threads, 0, stream>>>(in, out, columns, pitch, rule);
    else if (packs() <= 8)
      launch_short<4, 2, 2>();
    else if (packs() <= 16)
      launch_short<8, 2, 2>();
    else if (packs() <= 32)
      launch_short<16, 2, 2>();
    else if (packs() <= 64)
      launch_short<32, 2, 2>();
    else if (packs() <= 128)
      launch_short<32, 4, 1>();
    else if (packs() <= 256)
      launch_short<32, 8, 1>();
    else if (packs() <= 4 * 512)
      launch_block<4>();
    else
      launch_block<8>();
    WARPGRADE_CHECK_LAUNCH();
  }
};

}  // namespace softmax
