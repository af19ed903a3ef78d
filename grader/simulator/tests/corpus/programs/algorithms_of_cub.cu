// CUB's algorithms of the whole device.
// prints: sum: -49
// prints: max: 30
// prints: argmin: -30 0
// prints: exclusive: 0 -30 -10 -1 -3 -16 -40 -14 1 5 -2 -20
// prints: inclusive: -30 -10 -1 -3 -16 -40 -14 1 5 -2 -20 -49
// prints: count: 18
// prints: if: -30 -24 -29 -23 -28 -22 -27 -21 -26 -25 -30 -24
// prints: sorted: -30 -30 -29 -29 -28 -28 -27 -27 -26 -25 -24 -24
// prints: down: 30 29 28 28 27 27 26 26 25 24 23 23
// prints: by 4 bits: 16 0 -16 16 0 -16 17 1 -15 17 1 -30
// prints: runs: 61
// prints: lengths: 2 2 2 2 1 1 2 2 2 2 1 1
// prints: bins: 18 16 16 16 16 17
#include <cstdio>
#include <cub/cub.cuh>
#include <cub/device/device_scan.cuh>
#include <vector>
template <class Call>
void twice(Call call) {
  void* storage = nullptr;
  size_t bytes = 0;
  call(storage, bytes);
  cudaMalloc(&storage, bytes);
  call(storage, bytes);
  cudaFree(storage);
}
struct less_than {
  int n;
  __host__ __device__ bool operator()(int x) const { return x < n; }
};
int main() {
  const int n = 100;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 61 - 30;
  int *in, *out, *more, *count;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&more, n * 4);
  cudaMalloc(&count, 16);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  auto show = [&](const char* what, int* d, int k) {
    std::vector<int> v(k);
    cudaMemcpy(v.data(), d, k * 4, cudaMemcpyDeviceToHost);
    printf("%s:", what);
    for (int x : v) printf(" %d", x);
    printf("\n");
  };
  twice([&](void* s, size_t& b) { cub::DeviceReduce::Sum(s, b, in, count, n); });
  show("sum", count, 1);
  twice([&](void* s, size_t& b) { cub::DeviceReduce::Max(s, b, in, count, n); });
  show("max", count, 1);
  int* place = count + 1;
  twice([&](void* s, size_t& b) { cub::DeviceReduce::ArgMin(s, b, in, count, place, n); });
  show("argmin", count, 2);
  twice([&](void* s, size_t& b) { cub::DeviceScan::ExclusiveSum(s, b, in, out, n); });
  show("exclusive", out, 12);
  twice([&](void* s, size_t& b) { cub::DeviceScan::InclusiveSum(s, b, in, out, n); });
  show("inclusive", out, 12);
  twice([&](void* s, size_t& b) { cub::DeviceSelect::If(s, b, in, out, count, n, less_than{-20}); });
  show("count", count, 1);
  show("if", out, 12);
  twice([&](void* s, size_t& b) { cub::DeviceRadixSort::SortKeys(s, b, in, out, n); });
  show("sorted", out, 12);
  twice([&](void* s, size_t& b) { cub::DeviceRadixSort::SortKeysDescending(s, b, in, out, n); });
  show("down", out, 12);
  twice([&](void* s, size_t& b) { cub::DeviceRadixSort::SortKeys(s, b, in, out, n, 0, 4); });
  show("by 4 bits", out, 12);
  twice([&](void* s, size_t& b) { cub::DeviceRadixSort::SortKeys(s, b, in, out, n); });
  cub::DoubleBuffer<int> keys(out, more);
  twice([&](void* s, size_t& b) { cub::DeviceRunLengthEncode::Encode(s, b, out, in, more, count, n); });
  show("runs", count, 1);
  show("lengths", more, 12);
  twice([&](void* s, size_t& b) { cub::DeviceHistogram::HistogramEven(s, b, out, more, 7, -30, 30, n); });
  show("bins", more, 6);
}
