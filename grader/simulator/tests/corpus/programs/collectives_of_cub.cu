// CUB's collectives of a block and of a warp: each with its results, and which thread has them.
// prints: reduce 1 scan 1 arrays 1 warp 1 sort 1
#include <cstdio>
#include <cub/cub.cuh>

constexpr int kThreads = 96, kItems = 3;

__global__ void reductions(int* out) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ typename Reduce::TempStorage storage;
  const int t = threadIdx.x;
  const int sum = Reduce(storage).Sum(t);
  __syncthreads();
  const int of_some = Reduce(storage).Sum(t, 10);
  __syncthreads();
  const int greatest = Reduce(storage).Reduce(t % 50, [](int a, int b) { return a > b ? a : b; });
  __syncthreads();
  int items[kItems] = {t, 1, 2};
  const int of_items = Reduce(storage).Sum(items);
  if (t == 0) {
    out[0] = sum;
    out[1] = of_some;
    out[2] = greatest;
    out[3] = of_items;
  }
}

__global__ void scans(int* out) {
  using Scan = cub::BlockScan<int, kThreads>;
  __shared__ typename Scan::TempStorage storage;
  const int t = threadIdx.x;
  int inclusive, exclusive, aggregate, greatest;
  Scan(storage).InclusiveSum(t, inclusive);
  __syncthreads();
  Scan(storage).ExclusiveSum(t, exclusive, aggregate);
  __syncthreads();
  Scan(storage).ExclusiveScan(t % 7, greatest, -1, [](int a, int b) { return a > b ? a : b; });
  out[t] = inclusive;
  out[kThreads + t] = exclusive;
  out[2 * kThreads + t] = aggregate;
  out[3 * kThreads + t] = greatest;
}

__global__ void loads(const int* in, int* out, int n) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
    typename Store::TempStorage store;
  } storage;
  int items[kItems];
  Load(storage.load).Load(in, items, n, 0);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(items, items);
  __syncthreads();
  Store(storage.store).Store(out, items, n);
}

__global__ void warps(int* out) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int, 16>;
  __shared__ typename Reduce::TempStorage reduce_storage[kThreads / 32];
  __shared__ typename Scan::TempStorage scan_storage[kThreads / 16];
  const int t = threadIdx.x;
  const int sum = Reduce(reduce_storage[t / 32]).Sum(t);
  if (t % 32 == 0) out[t / 32] = sum;
  int inclusive;
  Scan(scan_storage[t / 16]).InclusiveSum(1, inclusive);
  out[kThreads + t] = inclusive;
}

__global__ void sorts(int* keys, int* values) {
  using Sort = cub::BlockRadixSort<int, kThreads, kItems, int>;
  __shared__ typename Sort::TempStorage storage;
  int key[kItems], value[kItems];
  for (int i = 0; i < kItems; ++i) {
    value[i] = threadIdx.x * kItems + i;
    key[i] = value[i] * 37 % 101 - 50;
  }
  Sort(storage).Sort(key, value);
  for (int i = 0; i < kItems; ++i) {
    keys[threadIdx.x * kItems + i] = key[i];
    values[threadIdx.x * kItems + i] = value[i];
  }
}

int main() {
  constexpr int kAll = kThreads * kItems;
  int *in, *out, host[5 * kThreads], values[kAll];
  cudaMalloc(&in, kAll * sizeof(int));
  cudaMalloc(&out, sizeof host);
  const auto fetch = [&](int n) { cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost); };

  reductions<<<1, kThreads>>>(out);
  fetch(4);
  std::printf("reduce %d ",
              host[0] == 4560 && host[1] == 45 && host[2] == 49 && host[3] == 4560 + 3 * kThreads);

  scans<<<1, kThreads>>>(out);
  fetch(4 * kThreads);
  bool right = true;
  for (int t = 0; t < kThreads; ++t)
    right = right && host[t] == t * (t + 1) / 2 && host[kThreads + t] == t * (t - 1) / 2 &&
            host[2 * kThreads + t] == 4560 && host[3 * kThreads + t] == (t < 7 ? t - 1 : 6);
  std::printf("scan %d ", right);

  for (int i = 0; i < kAll; ++i) values[i] = i % 5;
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  loads<<<1, kThreads>>>(in, out, kAll - 10);
  fetch(kAll - 10);
  right = true;
  for (int i = 0, sum = 0; i < kAll - 10; sum += values[i++]) right = right && host[i] == sum;
  std::printf("arrays %d ", right);

  warps<<<1, kThreads>>>(out);
  cudaMemcpy(host, out, kThreads / 32 * sizeof(int), cudaMemcpyDeviceToHost);
  right = host[0] == 496 && host[1] == 496 + 1024 && host[2] == 496 + 2048;
  cudaMemcpy(host, out + kThreads, kThreads * sizeof(int), cudaMemcpyDeviceToHost);
  for (int t = 0; t < kThreads; ++t) right = right && host[t] == t % 16 + 1;
  std::printf("warp %d ", right);

  sorts<<<1, kThreads>>>(out, in);
  fetch(kAll);
  cudaMemcpy(values, in, sizeof values, cudaMemcpyDeviceToHost);
  right = true;
  for (int i = 0; i < kAll; ++i)
    right = right && host[i] == values[i] * 37 % 101 - 50 &&
            (i == 0 || host[i - 1] < host[i] || (host[i - 1] == host[i] && values[i - 1] < values[i]));
  std::printf("sort %d\n", right);
  cudaFree(in);
  cudaFree(out);
}
