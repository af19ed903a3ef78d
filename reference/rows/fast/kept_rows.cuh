// Rows that come from memory once: a row stays in the registers of those who make it, and what they exchange
// is a total for each warp. A group of lanes makes rows up to 4 KB, a block up to 128 KB. Longer rows, and
// those that don't begin at multiples of 16 bytes, are read twice.
//
// What is made of a row says a Work:
//   Element, Result, Total                                   types; of a total there is one for each row
//   Total identity(), Total join(Total a, Total b)           of no element, of two parts
//   Total total(const Element (&x)[n])                       of n elements
//   Pack<Result, size> finish(Pack<Element, size> x, int column, Total row)    column: of the first of them
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgrade/student.cuh>

namespace kept_rows {

struct Tuning {
  static constexpr int short_row_threads = 32;  // the fewer, the sooner a block makes room for the next
  static constexpr int most_threads = 1024;     // of a row that a block makes
  static constexpr int most_packs = 8;          // of 16 bytes that a thread keeps in registers
  static constexpr int long_row_threads = 1024;
  static constexpr int long_row_packs = 4;
};

template <class T, int size>
struct alignas(size * sizeof(T)) Pack {
  T of[size];
};
template <class T>
constexpr int wide = 16 / sizeof(T);  // elements of the widest pack

// ==== Totals ===========================================================================================

/// For each group of `lanes` lanes of a warp.
template <int lanes, class Work>
__device__ typename Work::Total join_lanes(typename Work::Total total, const Work& work) {
#pragma unroll
  for (int mask = lanes / 2; mask > 0; mask /= 2) total = work.join(total, warpgrade::shfl_xor(total, mask));
  return total;
}

/// For all threads of the block. of_warp: in shared memory; when it is used again, all must have read it.
template <class Work>
__device__ typename Work::Total join_block(typename Work::Total total, const Work& work,
                                           typename Work::Total (&of_warp)[32]) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  total = join_lanes<32>(total, work);
  if (lane == 0) of_warp[warp] = total;
  __syncthreads();
  total = lane < warps ? of_warp[lane] : work.identity();
  return join_lanes<32>(total, work);
}

// ==== A row in registers ===============================================================================

/// The packs of a row that belong to thread `rank` of `threads`: every threads-th one.
template <class Work, int packs>
struct KeptRow {
  using Element = typename Work::Element;
  using Total = typename Work::Total;
  static constexpr int size = wide<Element>;

  Element x[packs * size];
  int row_packs, rank, threads;

  KeptRow() = default;
  /// All loads are on their way before the first is needed.
  __device__ KeptRow(const Element* row, int row_packs, int rank, int threads)
      : row_packs(row_packs), rank(rank), threads(threads) {
    const auto* from = reinterpret_cast<const Pack<Element, size>*>(row);
#pragma unroll
    for (int p = 0; p < packs; ++p)
      if (const int at = p * threads + rank; at < row_packs) {
        const auto pack = from[at];
#pragma unroll
        for (int i = 0; i < size; ++i) x[p * size + i] = pack.of[i];
      }
  }

  __device__ Total total(const Work& work) const {
    if ((packs - 1) * threads + rank < row_packs) return work.total(x);
    auto total = work.identity();
#pragma unroll
    for (int p = 0; p < packs - 1; ++p)
      if (p * threads + rank < row_packs)
        total = work.join(total, work.total(reinterpret_cast<const Element(&)[size]>(x[p * size])));
    return total;
  }

  /// column: of the first pack of all.
  __device__ void finish(typename Work::Result* row, Total total, const Work& work, int column = 0) const {
    auto* to = reinterpret_cast<Pack<typename Work::Result, size>*>(row);
#pragma unroll
    for (int p = 0; p < packs; ++p) {
      const int at = p * threads + rank;
      if (at >= row_packs) break;
      Pack<Element, size> pack;
#pragma unroll
      for (int i = 0; i < size; ++i) pack.of[i] = x[p * size + i];
      to[at] = work.finish(pack, column + at * size, total);
    }
  }
};

// ==== Kernels ==========================================================================================

template <class Work>
struct Matrix {
  const typename Work::Element* in;
  typename Work::Result* out;
  int rows, columns;
  std::size_t pitch;
  Work work;
  cudaStream_t stream;

  static constexpr int size = wide<typename Work::Element>;
  static_assert(sizeof(typename Work::Element) == sizeof(typename Work::Result));

  __host__ __device__ int packs() const { return columns / size; }
  __device__ const auto* in_row(int row) const { return in + row * pitch; }
  __device__ auto* out_row(int row) const { return out + std::size_t(row) * columns; }

  /// Do all rows begin at multiples of 16 bytes, in and out?
  bool are_wide() const {
    const auto at = [](const void* array) { return reinterpret_cast<std::uintptr_t>(array) % 16; };
    return columns % size == 0 && pitch % size == 0 && at(in) == 0 && at(out) == 0;
  }
};

/// Short rows: `lanes` lanes make `rows_each` rows at the same time, so that enough loads are on their way.
template <int lanes, int packs, int rows_each, class Work>
__global__ void __launch_bounds__(Tuning::short_row_threads) short_rows_kernel(Matrix<Work> a) {
  const int rank = threadIdx.x % lanes;
  const int first = (blockIdx.x * Tuning::short_row_threads + threadIdx.x) / lanes * rows_each;
  KeptRow<Work, packs> kept[rows_each];
#pragma unroll
  for (int k = 0; k < rows_each; ++k)
    kept[k] = KeptRow<Work, packs>(a.in_row(first + k), first + k < a.rows ? a.packs() : 0, rank, lanes);
#pragma unroll
  for (int k = 0; k < rows_each; ++k)  // all lanes shuffle, also those behind the last row
    kept[k].finish(a.out_row(first + k), join_lanes<lanes>(kept[k].total(a.work), a.work), a.work);
}

/// A block for each row.
template <int packs, class Work>
__global__ void __launch_bounds__(Tuning::most_threads) row_kernel(Matrix<Work> a) {
  __shared__ typename Work::Total of_warp[32];
  const KeptRow<Work, packs> kept(a.in_row(blockIdx.x), a.packs(), threadIdx.x, blockDim.x);
  kept.finish(a.out_row(blockIdx.x), join_block(kept.total(a.work), a.work, of_warp), a.work);
}

/// Long rows, by a block: read twice. The second time from behind: what was read last may still be near.
template <class Work>
__global__ void __launch_bounds__(Tuning::long_row_threads) long_row_kernel(Matrix<Work> a) {
  using Part = KeptRow<Work, Tuning::long_row_packs>;
  constexpr int step = Tuning::long_row_packs * Tuning::long_row_threads;
  const auto part = [&](int begin) {
    return Part(a.in_row(blockIdx.x) + begin * a.size, min(step, a.packs() - begin), threadIdx.x,
                Tuning::long_row_threads);
  };
  __shared__ typename Work::Total of_warp[32];
  auto total = a.work.identity();
  for (int begin = 0; begin < a.packs(); begin += step) total = a.work.join(total, part(begin).total(a.work));
  total = join_block(total, a.work, of_warp);
  for (int begin = (a.packs() - 1) / step * step; begin >= 0; begin -= step)
    part(begin).finish(a.out_row(blockIdx.x) + begin * a.size, total, a.work, begin * a.size);
}

/// Any row, by a block: elements one by one, read twice.
template <class Work>
__global__ void __launch_bounds__(Tuning::long_row_threads) any_row_kernel(Matrix<Work> a) {
  using One = Pack<typename Work::Element, 1>;
  const auto* row = reinterpret_cast<const One*>(a.in_row(blockIdx.x));
  auto* to = reinterpret_cast<Pack<typename Work::Result, 1>*>(a.out_row(blockIdx.x));
  __shared__ typename Work::Total of_warp[32];
  auto total = a.work.identity();
#pragma unroll 8
  for (int c = threadIdx.x; c < a.columns; c += Tuning::long_row_threads) {
    const One x = row[c];  // read once: a total may look at it twice
    total = a.work.join(total, a.work.total(x.of));
  }
  total = join_block(total, a.work, of_warp);
#pragma unroll 4
  for (int c = threadIdx.x; c < a.columns; c += Tuning::long_row_threads)
    to[c] = a.work.finish(row[c], c, total);
}

// ==== Host =============================================================================================

template <int lanes, int packs, int rows_each, class Work>
void launch_short(const Matrix<Work>& a) {
  const int blocks = warpgrade::div_up(a.rows, Tuning::short_row_threads / lanes * rows_each);
  short_rows_kernel<lanes, packs, rows_each><<<blocks, Tuning::short_row_threads, 0, a.stream>>>(a);
}

/// In blocks of whole warps, as small as they can be: more of them fit a multiprocessor.
template <int packs, class Work>
void launch_block(const Matrix<Work>& a) {
  const int threads = warpgrade::div_up(warpgrade::div_up(a.packs(), packs), 32) * 32;
  row_kernel<packs><<<a.rows, threads, 0, a.stream>>>(a);
}

/// Runs on every card.
template <class Work>
void launch(const Matrix<Work>& a) {
  if (!a.are_wide())
    any_row_kernel<<<a.rows, Tuning::long_row_threads, 0, a.stream>>>(a);
  else if (a.packs() > Tuning::most_packs * Tuning::most_threads)
    long_row_kernel<<<a.rows, Tuning::long_row_threads, 0, a.stream>>>(a);
  else if (a.packs() <= 8)
    launch_short<4, 2, 2>(a);
  else if (a.packs() <= 16)
    launch_short<8, 2, 2>(a);
  else if (a.packs() <= 32)
    launch_short<16, 2, 2>(a);
  else if (a.packs() <= 64)
    launch_short<32, 2, 2>(a);
  else if (a.packs() <= 128)
    launch_short<32, 4, 1>(a);
  else if (a.packs() <= 256)
    launch_short<32, 8, 1>(a);
  else if (a.packs() <= 4 * 256)
    launch_block<4>(a);
  else
    launch_block<8>(a);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace kept_rows
