// prints: rows 496 1520 2544 3568, all 8128
// prints: tail saw 8128
// prints: launches 14, errors 0
// prints: steps 6
// A grid whose blocks launch children for their rows: what a thread wrote before the launch its child sees,
// launches of a block into the default stream come one after the other, and the tail launch comes when all
// others are done.
#include <cstdio>

constexpr int kRows = 4, kColumns = 32;

__global__ void fill(int* row, const int* first) { row[threadIdx.x] = *first + threadIdx.x; }

__global__ void add_up(const int* row, int* sum, int* all) {
  atomicAdd(sum, row[threadIdx.x]);
  atomicAdd(all, row[threadIdx.x]);
}

__global__ void count(int* launches) { atomicAdd(launches, 1); }

__global__ void check(const int* all, int* seen) { *seen = *all; }

__global__ void rows(int* table, int* first, int* sums, int* all, int* seen, int* launches, int* errors) {
  const int b = blockIdx.x;
  if (threadIdx.x != 0) return;
  first[b] = b * kColumns;
  int* row = table + b * kColumns;
  fill<<<1, kColumns>>>(row, first + b);
  add_up<<<1, kColumns>>>(row, sums + b, all);
  for (int i = 0; i <= b; ++i) count<<<1, 1, 0, cudaStreamFireAndForget>>>(launches);
  if (b == 0) {
    check<<<1, 1, 0, cudaStreamTailLaunch>>>(all, seen);
    count<<<dim3(2), dim3(2), 0, cudaStreamTailLaunch>>>(launches);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(errors, 1);
}

template <class T>
__global__ void count_down(T* steps, int left = 5) {
  if (threadIdx.x != 0) return;
  ++*steps;
  if (left > 0) count_down<<<1, 32>>>(steps, left - 1);
}

int main() {
  int *table, *first, *numbers;
  int results[kRows + 4];
  cudaMalloc(&table, kRows * kColumns * sizeof(int));
  cudaMalloc(&first, kRows * sizeof(int));
  cudaMalloc(&numbers, sizeof results);
  cudaMemset(numbers, 0, sizeof results);
  int* rest = numbers + kRows;
  rows<<<kRows, 32>>>(table, first, numbers, rest, rest + 1, rest + 2, rest + 3);
  cudaMemcpy(results, numbers, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("rows %d %d %d %d, all %d\n", results[0], results[1], results[2], results[3], results[4]);
  std::printf("tail saw %d\n", results[5]);
  std::printf("launches %d, errors %d\n", results[6], results[7]);
  cudaMemset(numbers, 0, sizeof(int));
  count_down<<<1, 32>>>(numbers);
  cudaMemcpy(results, numbers, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("steps %d\n", results[0]);
}
