// Many blocks for each row: each sorts a part of 2048 elements and keeps the first k. Further launches do the
// same with what is left, until a row has one part.
#include <algorithm>
#include <bit>
#include <cmath>

#include <climits>
#include <warpgrade/student.cuh>

#include "row_top_k.cuh"

namespace row_top_k {

constexpr int kThreads = 256, kPart = 2048;

struct Entry {
  float value;
  int column;
};

__device__ bool comes_before(Entry a, Entry b) {
  return a.value > b.value || (a.value == b.value && a.column < b.column);
}

/// The elements of the matrix.
struct Elements {
  const float* in;
  std::size_t pitch;
  __device__ Entry operator()(std::size_t row, int i) const { return {in[row * pitch + i], i}; }
};

/// What a launch has left, `length` entries for each row.
struct Winners {
  const Entry* entries;
  int length;
  __device__ Entry operator()(std::size_t row, int i) const { return entries[row * length + i]; }
};

/// Block b has part b % parts of row b / parts, and leaves k entries.
template <class From>
__global__ void part_kernel(From from, int length, int parts, int size, int k, Entry* winners) {
  extern __shared__ Entry part[];  // size entries, a power of two
  const std::size_t row = blockIdx.x / parts;
  const int first = int(blockIdx.x % parts) * kPart;
  for (int i = threadIdx.x; i < size; i += kThreads)
    part[i] = first + i < length && i < kPart ? from(row, first + i) : Entry{-INFINITY, INT_MAX};
  for (int run = 2; run <= size; run *= 2)
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      for (int t = threadIdx.x; t < size / 2; t += kThreads) {
        const int low = t / stride * 2 * stride + t % stride;
        const int high = stride == run / 2 ? low ^ (run - 1) : low + stride;
        const Entry a = part[low], b = part[high];
        if (comes_before(b, a)) part[low] = b, part[high] = a;
      }
    }
  __syncthreads();
  for (int i = threadIdx.x; i < k; i += kThreads) winners[std::size_t(blockIdx.x) * k + i] = part[i];
}

__global__ void split_kernel(const Entry* entries, float* values, int* columns, std::size_t count) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= count) return;
  values[i] = entries[i].value;
  columns[i] = entries[i].column == INT_MAX ? -1 : entries[i].column;
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  const std::size_t most = std::size_t(rows) * std::max<int>(warpgrade::div_up(columns, kPart), 1) * k;
  Entry* winners[2];
  for (Entry*& w : winners) WARPGRADE_CHECK(cudaMallocAsync(&w, most * sizeof(Entry), stream));
  int turn = 0;
  const auto play = [&](auto from, int length) {
    const int parts = std::max<int>(warpgrade::div_up(length, kPart), 1);
    const int size = int(std::bit_ceil(unsigned(std::clamp(length, k, kPart))));
    part_kernel<<<rows * parts, kThreads, size * sizeof(Entry), stream>>>(from, length, parts, size, k,
                                                                          winners[turn]);
    WARPGRADE_CHECK_LAUNCH();
    turn = 1 - turn;
    return parts;
  };
  for (int parts = play(Elements{in, pitch}, columns); parts > 1;)
    parts = play(Winners{winners[1 - turn], parts * k}, parts * k);
  const std::size_t count = std::size_t(rows) * k;
  split_kernel<<<warpgrade::div_up(count, kThreads), kThreads, 0, stream>>>(winners[1 - turn], values,
                                                                            columns_out, count);
  WARPGRADE_CHECK_LAUNCH();
  for (Entry* w : winners) WARPGRADE_CHECK(cudaFreeAsync(w, stream));
}

/// A block's part of a row, to parts_out[row * parts + part]; with one part the result.
__global__ void arg_max_kernel(const float* in, Entry* parts_out, int columns, std::size_t pitch, int parts) {
  __shared__ Entry of_warps[kThreads / 32];
  const std::size_t row = blockIdx.x / parts;
  const int begin = int(blockIdx.x % parts) * kPart, end = min(begin + kPart, columns);
  Entry best{-INFINITY, INT_MAX};
  for (int c = begin + int(threadIdx.x); c < end; c += blockDim.x)
    if (const Entry entry{in[row * pitch + c], c}; comes_before(entry, best)) best = entry;
  for (int delta = 16; delta > 0; delta /= 2) {
    const Entry other = warpgrade::shfl_down(best, delta);
    if (comes_before(other, best)) best = other;
  }
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = best;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int w = 1; w < blockDim.x / 32; ++w)
    if (comes_before(of_warps[w], best)) best = of_warps[w];
  parts_out[blockIdx.x] = best;
}

/// A thread for each row.
__global__ void last_kernel(const Entry* entries, float* value, int* column, int rows, int parts) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  Entry best = entries[std::size_t(row) * parts];
  for (int p = 1; p < parts; ++p)
    if (const Entry other = entries[std::size_t(row) * parts + p]; comes_before(other, best)) best = other;
  value[row] = best.value;
  column[row] = best.column == INT_MAX ? -1 : best.column;
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;
  const int parts = std::max<int>(warpgrade::div_up(columns, kPart), 1);
  Entry* entries = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&entries, std::size_t(rows) * parts * sizeof(Entry), stream));
  const int threads = columns > 512 ? kThreads : 32;
  arg_max_kernel<<<rows * parts, threads, 0, stream>>>(in, entries, columns, pitch, parts);
  WARPGRADE_CHECK_LAUNCH();
  last_kernel<<<warpgrade::div_up(rows, kThreads), kThreads, 0, stream>>>(entries, value, column, rows,
                                                                          parts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(entries, stream));
}

}  // namespace row_top_k
