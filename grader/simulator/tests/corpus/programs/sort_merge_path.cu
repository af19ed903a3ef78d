// Merge sort: blocks sort tiles by insertion and ranks, then pairs of runs are merged along merge paths
// (Green, McColl & Bader), each thread finding its diagonal by binary search. Comparison is a lambda.
// prints: 1: sorted, stable
// prints: 8: sorted, stable
// prints: 447: sorted, stable
// prints: 448: sorted, stable
// prints: 1349: sorted, stable
// prints: 10000: sorted, stable
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

constexpr int kPerThread = 7, kThreads = 64, kTile = kPerThread * kThreads;

/// How many of the first `diagonal` merged elements come from a.
template <class T, class Less>
__host__ __device__ int merge_path(const T* a, int a_size, const T* b, int b_size, int diagonal, Less less) {
  int low = max(0, diagonal - b_size), high = min(diagonal, a_size);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (!less(b[diagonal - 1 - middle], a[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <class T, class Less>
__device__ void serial_merge(const T* a, int a_begin, int a_end, const T* b, int b_begin, int b_end, T* out,
                             int count, Less less) {
  for (int i = 0; i < count; ++i) {
    const bool from_b = a_begin >= a_end || (b_begin < b_end && less(b[b_begin], a[a_begin]));
    out[i] = from_b ? b[b_begin++] : a[a_begin++];
  }
}

template <class T, class Less>
__global__ void sort_tiles(T* values, int n, Less less) {
  __shared__ T tile[kTile];
  const int base = blockIdx.x * kTile, size = min(kTile, n - base);
  for (int i = threadIdx.x; i < size; i += kThreads) tile[i] = values[base + i];
  __syncthreads();
  const int begin = min(size, int(threadIdx.x) * kPerThread), end = min(size, begin + kPerThread);
  for (int i = begin + 1; i < end; ++i) {
    const T value = tile[i];
    int j = i;
    for (; j > begin && less(value, tile[j - 1]); --j) tile[j] = tile[j - 1];
    tile[j] = value;
  }
  for (int run = kPerThread; run < kTile; run *= 2) {
    __syncthreads();
    T merged[kPerThread];
    const int pair = begin / (2 * run) * (2 * run);
    const int a_end = min(size, pair + run), b_end = min(size, pair + 2 * run), first = begin - pair;
    const int split = merge_path(tile + pair, a_end - pair, tile + a_end, b_end - a_end, first, less);
    serial_merge(tile, pair + split, a_end, tile, a_end + first - split, b_end, merged, end - begin, less);
    __syncthreads();
    for (int i = 0; i < end - begin; ++i) tile[begin + i] = merged[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += kThreads) values[base + i] = tile[i];
}

template <class T, class Less>
__global__ void merge_runs(const T* in, T* out, int n, int run, Less less) {
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * kPerThread;
  if (begin >= n) return;
  const int pair = begin / (2 * run) * (2 * run), a_end = min(n, pair + run), b_end = min(n, pair + 2 * run);
  const int first = begin - pair, count = min(kPerThread, n - begin);
  const int split = merge_path(in + pair, a_end - pair, in + a_end, b_end - a_end, first, less);
  serial_merge(in, pair + split, a_end, in, a_end + first - split, b_end, out + begin, count, less);
}

template <class T, class Less>
std::vector<T> merge_sort(std::vector<T> values, Less less) {
  const int n = int(values.size()), tiles = (n + kTile - 1) / kTile;
  T *a, *b;
  cudaMalloc(&a, n * sizeof(T));
  cudaMalloc(&b, n * sizeof(T));
  cudaMemcpy(a, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  sort_tiles<<<tiles, kThreads>>>(a, n, less);
  for (int run = kTile; run < n; run *= 2) {
    merge_runs<<<tiles, kThreads>>>(a, b, n, run, less);
    std::swap(a, b);
  }
  cudaMemcpy(values.data(), a, n * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  return values;
}

int main() {
  auto by_last_digits = [] __host__ __device__(int x, int y) { return x % 100 < y % 100; };  // must be stable
  for (int n : {1, 8, kTile - 1, kTile, 3 * kTile + 5, 10000}) {
    std::vector<int> values(n);
    for (int i = 0; i < n; ++i) values[i] = int((i * 40503u) % 65521u);
    const auto sorted = merge_sort(values, by_last_digits);
    std::stable_sort(values.begin(), values.end(), by_last_digits);
    std::printf("%d: %s\n", n, sorted == values ? "sorted, stable" : "WRONG");
  }
}
