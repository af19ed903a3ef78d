// Chunks in several streams with pinned memory, asynchronous copies, events between streams and for timing.
// prints: wrong 0, time measured
#include <cstdio>
#include <cstdlib>

inline cudaError_t checkCuda(cudaError_t result, int line) {
  if (result != cudaSuccess) {
    fprintf(stderr, "line %d: CUDA Runtime Error: %s\n", line, cudaGetErrorString(result));
    exit(1);
  }
  return result;
}
#define CK(x) checkCuda((x), __LINE__)

__global__ void square(int* a, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  a[i] = a[i] * a[i];
}
__global__ void add_neighbour(const int* a, int* b, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  b[i] = a[i] + a[(i + 1) % n];
}

int main() {
  const int blockSize = 128, nStreams = 4, n = 2 * blockSize * nStreams * 4;
  const int streamSize = n / nStreams, streamBytes = streamSize * sizeof(int), bytes = n * sizeof(int);
  int *a, *b, *d_a, *d_b;
  CK(cudaMallocHost((void**)&a, bytes));
  CK(cudaHostAlloc((void**)&b, bytes, cudaHostAllocDefault));
  CK(cudaMalloc((void**)&d_a, bytes));
  CK(cudaMalloc((void**)&d_b, bytes));
  cudaEvent_t startEvent, stopEvent, done[nStreams];
  cudaStream_t stream[nStreams], last;
  CK(cudaEventCreate(&startEvent));
  CK(cudaEventCreate(&stopEvent));
  CK(cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking));
  for (int i = 0; i < nStreams; ++i) {
    CK(cudaStreamCreate(&stream[i]));
    CK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
  }
  for (int i = 0; i < n; i++) a[i] = i % 100;
  CK(cudaEventRecord(startEvent, 0));
  for (int i = 0; i < nStreams; ++i) {
    int offset = i * streamSize;
    CK(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
    square<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
    CK(cudaEventRecord(done[i], stream[i]));
    CK(cudaStreamWaitEvent(last, done[i], 0));
  }
  add_neighbour<<<n / blockSize, blockSize, 0, last>>>(d_a, d_b, n);
  CK(cudaMemcpyAsync(b, d_b, bytes, cudaMemcpyDeviceToHost, last));
  CK(cudaStreamSynchronize(last));
  CK(cudaEventRecord(stopEvent, 0));
  CK(cudaEventSynchronize(stopEvent));
  float ms = -1;
  CK(cudaEventElapsedTime(&ms, startEvent, stopEvent));
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    int x = i % 100, y = (i + 1) % n % 100;
    wrong += b[i] != x * x + y * y;
  }
  printf("wrong %d, time %s\n", wrong, ms >= 0 ? "measured" : "missing");
  for (int i = 0; i < nStreams; ++i) {
    CK(cudaStreamDestroy(stream[i]));
    CK(cudaEventDestroy(done[i]));
  }
  CK(cudaStreamDestroy(last));
  CK(cudaEventDestroy(startEvent));
  CK(cudaEventDestroy(stopEvent));
  CK(cudaFree(d_a));
  CK(cudaFree(d_b));
  CK(cudaFreeHost(a));
  CK(cudaFreeHost(b));
  return 0;
}
