// Single-pass inclusive scan with decoupled look-back (Merrill & Garland): blocks take tickets, publish first
// their sum and then their prefix, and look back over those that are before them.
// prints: n = 1: last -100, wrong 0
// prints: n = 31: last 824, wrong 0
// prints: n = 512: last 14013, wrong 0
// prints: n = 513: last 14023, wrong 0
// prints: n = 10000: last 274790, wrong 0
// prints: n = 65537: last 1802210, wrong 0
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 128, kItems = 4, kTile = kThreads * kItems;

enum Status : unsigned { kEmpty = 0, kSum = 1, kPrefix = 2 };

struct Tiles {
  unsigned* ticket;
  unsigned* status;
  int* sum;
  int* prefix;
};

__device__ int take_ticket(unsigned* ticket) {
  __shared__ int tile;
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1u);
  __syncthreads();
  return tile;
}

__device__ int block_inclusive(int value, int* warp_sums) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, d);
    if (lane >= d) value += left;
  }
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  for (int w = 0; w < warp; ++w) value += warp_sums[w];
  return value;
}

__device__ int look_back(const Tiles& tiles, int tile) {
  int before = 0;
  for (int t = tile - 1; t >= 0; --t) {
    unsigned status;
    do {
      status = *(volatile unsigned*)&tiles.status[t];
    } while (status == kEmpty);
    __threadfence();
    if (status == kPrefix) return before + *(volatile int*)&tiles.prefix[t];
    before += *(volatile int*)&tiles.sum[t];
  }
  return before;
}

__device__ void publish(unsigned* status, int* place, int value, Status what) {
  *(volatile int*)place = value;
  __threadfence();
  *(volatile unsigned*)status = what;
}

__global__ void __launch_bounds__(kThreads) scan(const int* in, int* out, int n, Tiles tiles) {
  __shared__ int warp_sums[kThreads / 32];
  __shared__ int before_block;
  const int tile = take_ticket(tiles.ticket);
  const int first = tile * kTile + int(threadIdx.x) * kItems;
  int items[kItems], sum = 0;
#pragma unroll
  for (int i = 0; i < kItems; ++i) items[i] = sum += first + i < n ? in[first + i] : 0;
  const int inclusive = block_inclusive(sum, warp_sums);
  if (threadIdx.x == kThreads - 1) {
    if (tile > 0) publish(&tiles.status[tile], &tiles.sum[tile], inclusive, kSum);
    before_block = look_back(tiles, tile);
    publish(&tiles.status[tile], &tiles.prefix[tile], before_block + inclusive, kPrefix);
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    if (first + i < n) out[first + i] = before_block + inclusive - sum + items[i];
}

int main() {
  for (int n : {1, 31, 512, 513, 10000, 65537}) {
    const int count = (n + kTile - 1) / kTile;
    std::vector<int> values(n), result(n);
    for (int i = 0; i < n; ++i) values[i] = int((i * 2654435761u) >> 24) - 100;
    int *in, *out, *scratch;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&scratch, (3 * count + 1) * sizeof(int));
    cudaMemset(scratch, 0, (count + 1) * sizeof(int));
    cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    const Tiles tiles = {(unsigned*)scratch, (unsigned*)scratch + 1, scratch + 1 + count,
                         scratch + 1 + 2 * count};
    scan<<<count, kThreads>>>(in, out, n, tiles);
    cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0, wrong = 0;
    for (int i = 0; i < n; ++i) wrong += result[i] != (sum += values[i]);
    std::printf("n = %d: last %d, wrong %d\n", n, result[n - 1], wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(scratch);
  }
  return cudaGetLastError() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
