// Sum, minimum and maximum with cooperative groups: a thread_group as a parameter, tiles of a warp, shuffles.
// prints: sum 3342557: off by 0 0 0
// prints: from -300 to 708
#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>

#include <climits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

using namespace cooperative_groups;
namespace cg = cooperative_groups;

__device__ int reduce_sum(thread_group g, int* temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}

__device__ int thread_sum(const int* input, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    int4 in = ((const int4*)input)[i];
    sum += in.x + in.y + in.z + in.w;
  }
  return sum;
}

__global__ void sum_kernel_block(int* sum, const int* input, int n) {
  int my_sum = thread_sum(input, n);
  extern __shared__ int temp[];
  auto g = this_thread_block();
  int block_sum = reduce_sum(g, temp, my_sum);
  if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
}

template <int tile_size>
__device__ int reduce_sum_tile_shfl(thread_block_tile<tile_size> g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
  return val;
}

template <int tile_size>
__global__ void sum_kernel_tile(int* sum, const int* input, int n) {
  int my_sum = thread_sum(input, n);
  auto tile = tiled_partition<tile_size>(this_thread_block());
  int tile_sum = reduce_sum_tile_shfl<tile_size>(tile, my_sum);
  if (tile.thread_rank() == 0) atomicAdd(sum, tile_sum);
}

struct MinMax {
  int low, high;
};

__global__ void range_kernel(MinMax* result, const int* input, int n) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int low = INT_MAX, high = INT_MIN;
  for (unsigned i = cg::this_grid().thread_rank(); i < unsigned(n); i += cg::this_grid().size()) {
    low = min(low, input[i]);
    high = max(high, input[i]);
  }
  low = cg::reduce(warp, low, cg::less<int>());
  high = cg::reduce(warp, high, cg::greater<int>());
  if (warp.thread_rank() == 0) {
    atomicMin(&result->low, low);
    atomicMax(&result->high, high);
  }
}

int main() {
  const int n = 1 << 14, block_size = 256, blocks = 8;
  int *sums, *data;
  MinMax* range;
  cudaMallocManaged(&sums, 3 * sizeof(int));
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&range, sizeof(MinMax));
  for (int i = 0; i < n; ++i) data[i] = (i * 7919) % 1009 - 300;
  std::fill_n(sums, 3, 0);
  *range = {INT_MAX, INT_MIN};

  sum_kernel_block<<<blocks, block_size, block_size * sizeof(int)>>>(sums, data, n);
  sum_kernel_tile<32><<<blocks, block_size>>>(sums + 1, data, n);
  sum_kernel_tile<8><<<blocks, block_size>>>(sums + 2, data, n);
  range_kernel<<<blocks, block_size>>>(range, data, n);
  cudaDeviceSynchronize();

  const int expected = std::accumulate(data, data + n, 0);
  std::cout << "sum " << expected << ": off by " << sums[0] - expected << ' ' << sums[1] - expected << ' '
            << sums[2] - expected << "\nfrom " << range->low << " to " << range->high << '\n';
  cudaFree(sums);
  cudaFree(data);
  cudaFree(range);
}
