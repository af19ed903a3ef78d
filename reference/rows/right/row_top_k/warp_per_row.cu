// A warp for each row, in a grid of a fixed size. The list lies in registers, two entries a lane, and takes
// in one element after the other.
#include <algorithm>
#include <cmath>

#include <climits>
#include <warpgrade/student.cuh>

#include "row_top_k.cuh"

namespace row_top_k {

constexpr unsigned kAll = 0xffffffff;
constexpr int kThreads = 256;

struct Entry {
  float value;
  int column;
};

__device__ bool comes_before(Entry a, Entry b) {
  if (a.value != b.value) return a.value > b.value;
  return a.column < b.column;
}

__device__ Entry from_lane(Entry entry, int lane) {
  return {__shfl_sync(kAll, entry.value, lane), __shfl_sync(kAll, entry.column, lane)};
}

__device__ Entry from_below(Entry entry) {
  return {__shfl_up_sync(kAll, entry.value, 1), __shfl_up_sync(kAll, entry.column, 1)};
}

inline unsigned blocks_for(int rows) {
  return unsigned(
      std::min<std::size_t>(warpgrade::div_up(rows, kThreads / 32), warpgrade::multiprocessors() * 8));
}

__global__ void __launch_bounds__(kThreads)
    arg_max_kernel(const float* __restrict__ in, float* value, int* column, int rows, int columns,
                   std::size_t pitch) {
  const int lane = threadIdx.x % 32, warps = gridDim.x * (kThreads / 32);
  for (int row = (blockIdx.x * kThreads + threadIdx.x) / 32; row < rows; row += warps) {
    const float* elements = in + row * pitch;
    Entry best{-INFINITY, INT_MAX};
    for (int c = lane; c < columns; c += 32)
      if (const Entry entry{elements[c], c}; comes_before(entry, best)) best = entry;
    for (int bit = 1; bit < 32; bit *= 2) {
      const Entry other{__shfl_xor_sync(kAll, best.value, bit), __shfl_xor_sync(kAll, best.column, bit)};
      if (comes_before(other, best)) best = other;
    }
    if (lane == 0) {
      value[row] = best.value;
      column[row] = best.column == INT_MAX ? -1 : best.column;
    }
  }
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;
  arg_max_kernel<<<blocks_for(rows), kThreads, 0, stream>>>(in, value, column, rows, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

/// Entries 0 to 31 of the list are `low` of the lanes, 32 to 63 are `high`.
struct List {
  Entry low{-INFINITY, INT_MAX}, high{-INFINITY, INT_MAX};

  __device__ Entry get(int i) const { return from_lane(i < 32 ? low : high, i % 32); }

  __device__ void insert(Entry entry, int lane) {
    const int place = __popc(__ballot_sync(kAll, comes_before(low, entry))) +
                      __popc(__ballot_sync(kAll, comes_before(high, entry)));
    const Entry last_low = from_lane(low, 31);
    const Entry before_low = from_below(low), before_high = from_below(high);
    if (lane + 32 > place) high = lane == 0 ? last_low : before_high;
    if (lane + 32 == place) high = entry;
    if (lane > place) low = before_low;
    if (lane == place) low = entry;
  }
};

__global__ void __launch_bounds__(kThreads)
    top_k_kernel(const float* __restrict__ in, float* values, int* columns_out, int rows, int columns,
                 std::size_t pitch, int k) {
  const int lane = threadIdx.x % 32, warps = gridDim.x * (kThreads / 32);
  for (int row = (blockIdx.x * kThreads + threadIdx.x) / 32; row < rows; row += warps) {
    const float* elements = in + row * pitch;
    List list;
    Entry last{-INFINITY, INT_MAX};
    for (int first = 0; first < columns; first += 32) {
      const int c = first + lane;
      const Entry mine{c < columns ? elements[c] : -INFINITY, c < columns ? c : INT_MAX};
      for (unsigned left = __ballot_sync(kAll, comes_before(mine, last)); left != 0; left &= left - 1) {
        const Entry entry = from_lane(mine, __ffs(left) - 1);
        if (!comes_before(entry, last)) continue;  // the list has become better meanwhile
        list.insert(entry, lane);
        last = list.get(k - 1);
      }
    }
    for (int i = lane; i < k; i += 32) {
      const Entry entry = i < 32 ? list.low : list.high;
      values[std::size_t(row) * k + i] = entry.value;
      columns_out[std::size_t(row) * k + i] = entry.column == INT_MAX ? -1 : entry.column;
    }
  }
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  top_k_kernel<<<blocks_for(rows), kThreads, 0, stream>>>(in, values, columns_out, rows, columns, pitch, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace row_top_k
