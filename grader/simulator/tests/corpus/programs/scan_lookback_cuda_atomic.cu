// Chained scan in the style of modern CUDA C++: cuda::atomic_ref with orders and scopes instead of fences and
// volatile, a tile that cooperative groups copy, a thread's place as the default value of a member, and
// cudaLaunchKernelEx.
// prints: n = 1: last -100, wrong 0
// prints: n = 127: last 3338, wrong 0
// prints: n = 128: last 3363, wrong 0
// prints: n = 129: last 3290, wrong 0
// prints: n = 10000: last 274790, wrong 0
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kThreads = 128;

template <class T>
using device_atomic = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Place {
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  bool is_last;
  __device__ Place() : is_last(threadIdx.x == kThreads - 1) {}
};

struct Chain {
  unsigned ticket;
  cuda::atomic<int, cuda::thread_scope_device> turn;  ///< the tile whose prefix stands in `prefix`
  int prefix;
};

__device__ int block_inclusive(int value, const Place& place) {
  __shared__ int größe[kThreads / 32];  // the sum of each warp
  for (unsigned d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, d);
    if (place.lane >= d) value += left;
  }
  if (place.lane == 31) größe[place.warp] = value;
  __syncthreads();
  for (unsigned w = 0; w < place.warp; ++w) value += größe[w];
  return value;
}

__global__ void __launch_bounds__(kThreads) scan(const int* in, int* out, int n, Chain* chain) {
  __shared__ int items[kThreads];
  __shared__ int tile, before;
  const Place place;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    tile = int(device_atomic<unsigned>(chain->ticket).fetch_add(1, cuda::memory_order_relaxed));
  block.sync();
  const int first = tile * kThreads, i = first + int(block.thread_rank());
  cg::memcpy_async(block, items, in + first, sizeof(int) * (n - first < kThreads ? n - first : kThreads));
  cg::wait(block);
  const int value = i < n ? items[block.thread_rank()] : 0;
  const int inclusive = block_inclusive(value, place);
  if (place.is_last) {
    while (chain->turn.load(cuda::memory_order_acquire) != tile) __nanosleep(20);
    before = chain->prefix;
    chain->prefix = before + inclusive;
    chain->turn.store(tile + 1, cuda::memory_order_release);
  }
  block.sync();
  if (i < n) out[i] = before + inclusive;
}

int main() {
  for (int n : {1, 127, 128, 129, 10000}) {
    std::vector<int> values(n), result(n);
    for (int i = 0; i < n; ++i) values[i] = int((i * 2654435761u) >> 24) - 100;
    int *in, *out;
    Chain* chain;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&chain, sizeof(Chain));
    cudaMemset(chain, 0, sizeof(Chain));
    cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaLaunchAttribute attribute[1] = {};
    attribute[0].id = cudaLaunchAttributePriority;
    cudaLaunchConfig_t config = {};
    config.gridDim = (n + kThreads - 1) / kThreads;
    config.blockDim = kThreads;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, scan, in, out, n, chain);
    cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0, wrong = 0;
    for (int i = 0; i < n; ++i) wrong += result[i] != (sum += values[i]);
    std::printf("n = %d: last %d, wrong %d\n", n, result[n - 1], wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(chain);
  }
  return cudaGetLastError() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
