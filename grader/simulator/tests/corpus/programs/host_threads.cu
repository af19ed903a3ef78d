// Four threads of the host, each with a stream and a pinned array of its own, and host code beside the
// kernels of the others. Each thread has its own last error.
// prints: 4950 9900 14850 19800, last errors 0 1 0 0
#include <cstdio>
#include <thread>
#include <vector>

__global__ void add(int* x, int k) { atomicAdd(x, k * (threadIdx.x + 1)); }

void work(int number, int* result, int* last_error) {
  cudaStream_t stream;
  int *x, *pinned;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemsetAsync(x, 0, sizeof(int), stream);
  *pinned = 0;
  for (int k = 0; k < 100; ++k) {
    add<<<1, 1, 0, stream>>>(x, k);
    std::vector<int> own(50, k);
    for (int i = 0; i < number; ++i) *pinned += own[i];
  }
  int sum = 0;
  cudaMemcpyAsync(&sum, x, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  *result = *pinned + sum;
  if (number == 1) cudaEventCreateWithFlags(nullptr, cudaEventDefault);  // an error of this thread alone
  *last_error = cudaGetLastError();
  cudaFree(x);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

int main() {
  int results[4], errors[4];
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(work, t, &results[t], &errors[t]);
  for (std::thread& thread : threads) thread.join();
  std::printf("%d %d %d %d, last errors %d %d %d %d\n", results[0], results[1], results[2], results[3],
              errors[0], errors[1], errors[2], errors[3]);
}
