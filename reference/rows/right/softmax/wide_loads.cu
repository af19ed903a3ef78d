// Right in another style: 16 bytes at a time where each row begins at a multiple of 16 bytes, one element
// else; tiles of cooperative groups; a long row is joined by a launch over pieces, and again over their
// totals, until one is left.
#include <cmath>

#include <cooperative_groups.h>
#include <warpgrade/student.cuh>

#include "softmax.cuh"

namespace softmax {

namespace cg = cooperative_groups;

constexpr int kThreads = 128;
constexpr int kPiece = 2048;

template <class T>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(T);
  T of[size];
};

/// Calls use(element, its column) for the elements of a row that belong to this thread.
template <class T, class Use>
__device__ void for_each(const T* row, int columns, Use use) {
  constexpr int size = Pack<T>::size;
  const int packs = reinterpret_cast<std::uintptr_t>(row) % 16 == 0 ? columns / size : 0;
  for (int p = threadIdx.x; p < packs; p += kThreads) {
    const Pack<T> pack = reinterpret_cast<const Pack<T>*>(row)[p];
#pragma unroll
    for (int i = 0; i < size; ++i) use(pack.of[i], p * size + i);
  }
  for (int c = packs * size + threadIdx.x; c < columns; c += kThreads) use(row[c], c);
}

/// Thread 0 of the block writes the result for all others.
template <class T, class Op>
__device__ T block_total(T value, Op op) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ T of_warp[kThreads / 32];
  __shared__ T total;
  for (int delta = 16; delta >= 1; delta >>= 1) value = op(value, warpgrade::shfl_down(value, delta));
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = value;
  block.sync();
  if (block.thread_rank() == 0) {
    for (int w = 1; w < kThreads / 32; ++w) value = op(value, of_warp[w]);
    total = value;
  }
  block.sync();
  return total;
}

__global__ void three_passes_kernel(const float* in, float* out, int columns, std::size_t pitch) {
  const float* row = in + pitch * blockIdx.x;
  float* to = out + std::size_t(columns) * blockIdx.x;
  float m = -INFINITY, s = 0;
  for_each(row, columns, [&](float x, int) { m = fmaxf(m, x); });
  m = block_total(m, [](float a, float b) { return fmaxf(a, b); });
  const float base = m == -INFINITY ? 0 : m;  // then exp(-infinity - 0) is 0
  for_each(row, columns, [&](float x, int) { s += expf(x - base); });
  s = block_total(s, [](float a, float b) { return a + b; });
  const float divisor = s == 0 ? 1 : s;
  for_each(row, columns, [&](float x, int c) { to[c] = expf(x - base) / divisor; });
}

void three_passes(const float* in, float* out, int rows, int columns, std::size_t pitch,
                  cudaStream_t stream) {
  if (rows * columns != 0) three_passes_kernel<<<rows, kThreads, 0, stream>>>(in, out, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

struct OnlineSoftmax {
  using Element = float;
  struct Total {
    float m, s;
  };
  using Result = float;

  __device__ Total identity() const { return Total{-INFINITY, 0.0F}; }
  __device__ Total lift(float x) const { return Total{x, float(x != -INFINITY)}; }
  __device__ Total join(Total a, Total b) const {
    const float m = fmaxf(a.m, b.m), base = m == -INFINITY ? 0 : m;
    return Total{m, a.s * expf(a.m - base) + b.s * expf(b.m - base)};
  }
  __device__ float finish(float x, Total row) const {
    if (row.s == 0) return 0;
    return expf(x - row.m) / row.s;
  }
};

template <class Rule>
__global__ void online_kernel(const typename Rule::Element* in, typename Rule::Result* out, int columns,
                              std::size_t pitch, Rule rule) {
  using Element = typename Rule::Element;
  const Element* row = in + pitch * blockIdx.x;
  auto total = rule.identity();
  for_each(row, columns, [&](Element x, int) { total = rule.join(total, rule.lift(x)); });
  total = block_total(total, [&](auto a, auto b) { return rule.join(a, b); });
  for_each(row, columns,
           [&](Element x, int c) { out[std::size_t(columns) * blockIdx.x + c] = rule.finish(x, total); });
}

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  online_kernel<<<rows, kThreads, 0, stream>>>(in, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
}

/// Block (p, r) joins piece p of row r of either elements or totals.
template <class From, class Rule, class Lift>
__global__ void join_kernel(const From* from, std::size_t from_pitch, int length, typename Rule::Total* to,
                            Rule rule, Lift lift) {
  const int begin = kPiece * blockIdx.x, end = begin + kPiece < length ? begin + kPiece : length;
  auto total = rule.identity();
  for (int i = begin + threadIdx.x; i < end; i += kThreads)
    total = rule.join(total, lift(rule, from[blockIdx.y * from_pitch + i]));
  total = block_total(total, [&](auto a, auto b) { return rule.join(a, b); });
  if (threadIdx.x == 0) to[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

struct LiftElement {
  template <class Rule, class T>
  __device__ auto operator()(Rule rule, T x) const {
    return rule.lift(x);
  }
};
struct AsItIs {
  template <class Rule, class T>
  __device__ T operator()(Rule, T total) const {
    return total;
  }
};

template <class Rule>
__global__ void write_kernel(const typename Rule::Element* in, const typename Rule::Total* totals,
                             typename Rule::Result* out, int columns, std::size_t pitch, Rule rule) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c < columns) out[r * std::size_t(columns) + c] = rule.finish(in[r * pitch + c], totals[r]);
}

template <class Rule>
void long_rows(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
               std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  using Total = typename Rule::Total;
  int pieces = (columns + kPiece - 1) / kPiece;
  Total *totals = nullptr, *next = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, sizeof(Total) * rows * pieces, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&next, sizeof(Total) * rows * pieces, stream));
  join_kernel<<<dim3(pieces, rows), kThreads, 0, stream>>>(in, pitch, columns, totals, rule, LiftElement());
  while (pieces > 1) {
    const int fewer = (pieces + kPiece - 1) / kPiece;
    join_kernel<<<dim3(fewer, rows), kThreads, 0, stream>>>(totals, pieces, pieces, next, rule, AsItIs());
    Total* const done = totals;
    totals = next;
    next = done;
    pieces = fewer;
  }
  write_kernel<<<dim3((columns + kThreads - 1) / kThreads, rows), kThreads, 0, stream>>>(
      in, totals, out, columns, pitch, rule);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(next, stream));
}

}  // namespace softmax
