// Each thread keeps a sorted list of its own elements. Then k rounds: the first of all lists is next, and its
// thread goes on to the next of its list.
#include <cmath>

#include <climits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <warpgrade/student.cuh>

#include "row_top_k.cuh"

namespace row_top_k {

namespace cg = cooperative_groups;

constexpr int kThreads = 128, kLargestK = 64;

struct Entry {
  float value;
  int column;
};

struct FirstOf {
  __device__ Entry operator()(Entry a, Entry b) const {
    return a.value > b.value || (a.value == b.value && a.column < b.column) ? a : b;
  }
};

/// For all threads. `of_warps` may be used again after the block's next barrier but one.
__device__ Entry first_of_block(const cg::thread_block& block, Entry entry, Entry* of_warps) {
  const auto warp = cg::tiled_partition<32>(block);
  entry = cg::reduce(warp, entry, FirstOf());
  if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = entry;
  block.sync();
  entry = of_warps[warp.thread_rank() % warp.meta_group_size()];
  return cg::reduce(warp, entry, FirstOf());
}

__global__ void arg_max_kernel(const float* in, float* value, int* column, int columns, std::size_t pitch) {
  __shared__ Entry of_warps[kThreads / 32];
  const auto block = cg::this_thread_block();
  const float* row = in + blockIdx.x * pitch;
  Entry entry{-INFINITY, INT_MAX};
  for (int c = block.thread_rank(); c < columns; c += block.size()) entry = FirstOf()(entry, {row[c], c});
  entry = first_of_block(block, entry, of_warps);
  if (block.thread_rank() > 0) return;
  value[blockIdx.x] = entry.value;
  column[blockIdx.x] = columns == 0 ? -1 : entry.column;
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;
  const int threads = columns > 64 ? kThreads : 32;
  arg_max_kernel<<<rows, threads, 0, stream>>>(in, value, column, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void top_k_kernel(const float* in, float* values, int* columns_out, int columns, std::size_t pitch,
                             int k) {
  __shared__ Entry of_warps[2][kThreads / 32];
  const auto block = cg::this_thread_block();
  const float* row = in + blockIdx.x * pitch;
  Entry list[kLargestK];
  int length = 0;
  for (int c = block.thread_rank(); c < columns; c += block.size()) {
    const float x = row[c];
    if (length == k && !(x > list[k - 1].value)) continue;
    int i = length < k ? length++ : k - 1;
    for (; i > 0 && list[i - 1].value < x; --i) list[i] = list[i - 1];
    list[i] = {x, c};
  }
  int next = 0;
  for (int i = 0; i < k; ++i) {
    const Entry mine = next < length ? list[next] : Entry{-INFINITY, INT_MAX};
    const Entry first = first_of_block(block, mine, of_warps[i % 2]);
    if (first.column == mine.column) ++next;
    if (block.thread_rank() > 0) continue;
    values[std::size_t(blockIdx.x) * k + i] = first.value;
    columns_out[std::size_t(blockIdx.x) * k + i] = i < columns ? first.column : -1;
  }
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  const int threads = columns > 256 ? kThreads : 32;
  top_k_kernel<<<rows, threads, 0, stream>>>(in, values, columns_out, columns, pitch, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace row_top_k
