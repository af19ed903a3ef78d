// prints: sorted 2000 keys, sum 977992
// Quicksort as a kernel that launches itself for both sides of the pivot, as in NVIDIA's sample
// cdpSimpleQuicksort: a stream for each side, and a plain sort where few keys are left or the nesting gets
// deep.
#include <cstdio>

constexpr int kDepth = 16, kFew = 32;

__device__ void selection_sort(unsigned* keys, int left, int right) {
  for (int i = left; i <= right; ++i) {
    int least = i;
    for (int j = i + 1; j <= right; ++j)
      if (keys[j] < keys[least]) least = j;
    const unsigned key = keys[least];
    keys[least] = keys[i];
    keys[i] = key;
  }
}

__global__ void quicksort(unsigned* keys, int left, int right, int depth) {
  if (depth >= kDepth || right - left <= kFew) {
    selection_sort(keys, left, right);
    return;
  }
  unsigned *low = keys + left, *high = keys + right;
  const unsigned pivot = keys[(left + right) / 2];
  while (low <= high) {
    while (*low < pivot) ++low;
    while (*high > pivot) --high;
    if (low <= high) {
      const unsigned key = *low;
      *low++ = *high;
      *high-- = key;
    }
  }
  const int next_right = int(high - keys), next_left = int(low - keys);
  if (left < next_right) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(keys, left, next_right, depth + 1);
    cudaStreamDestroy(stream);
  }
  if (next_left < right) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(keys, next_left, right, depth + 1);
    cudaStreamDestroy(stream);
  }
}

int main() {
  constexpr int n = 2000;
  static unsigned keys[n];
  unsigned state = 1;
  for (unsigned& key : keys) {
    state = state * 1664525u + 1013904223u;
    key = (state >> 16) % 1000;
  }
  unsigned* device;
  cudaMalloc(&device, sizeof keys);
  cudaMemcpy(device, keys, sizeof keys, cudaMemcpyHostToDevice);
  quicksort<<<1, 1>>>(device, 0, n - 1, 0);
  cudaMemcpy(keys, device, sizeof keys, cudaMemcpyDeviceToHost);
  unsigned sum = keys[0];
  for (int i = 1; i < n; ++i) {
    sum += keys[i];
    if (keys[i - 1] > keys[i]) std::printf("not sorted at %d\n", i);
  }
  std::printf("sorted %d keys, sum %u\n", n, sum);
}
