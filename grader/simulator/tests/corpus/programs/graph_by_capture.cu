// A stream's work is captured into a graph, with a second stream between two events, and launched ten times.
// What the kernels get as arguments are the values at the capture.
// prints: captured 1, then 0
// prints: nothing done yet: 0
// prints: 10 launches: 70 70, sum of 64: 4480, host function called 10 times
// prints: updated: 71
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                      \
  do {                                                                   \
    cudaError_t error = call;                                            \
    if (error != cudaSuccess) {                                          \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

__global__ void add(int* x, int amount) { x[threadIdx.x] += amount; }
__global__ void sum(const int* x, int* result) { atomicAdd(result, x[threadIdx.x]); }

int calls = 0;
void count(void* calls) { ++*static_cast<int*>(calls); }

int main() {
  int *x, *y, *result;
  CHECK(cudaMallocManaged(&x, 64 * sizeof(int)));
  CHECK(cudaMallocManaged(&y, 64 * sizeof(int)));
  CHECK(cudaMallocManaged(&result, sizeof(int)));
  for (int i = 0; i < 64; ++i) x[i] = y[i] = 0;
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreate(&side));
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCaptureStatus during, after;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(fork, stream));
  CHECK(cudaStreamWaitEvent(side, fork, 0));
  int amount = 7;
  add<<<1, 64, 0, side>>>(y, amount);
  CHECK(cudaStreamIsCapturing(side, &during));
  for (int i = 0; i < amount; ++i) add<<<1, 64, 0, stream>>>(x, 1);
  amount = 1000;
  CHECK(cudaEventRecord(join, side));
  CHECK(cudaStreamWaitEvent(stream, join, 0));
  CHECK(cudaMemsetAsync(result, 0, sizeof(int), stream));
  sum<<<1, 64, 0, stream>>>(x, result);
  CHECK(cudaLaunchHostFunc(stream, count, &calls));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaStreamIsCapturing(side, &after));
  std::printf("captured %d, then %d\n", during, after);
  CHECK(cudaDeviceSynchronize());
  std::printf("nothing done yet: %d\n", x[0]);

  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  for (int i = 0; i < 10; ++i) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("10 launches: %d %d, sum of 64: %d, host function called %d times\n", x[5], y[63], *result,
              calls);
  CHECK(cudaGraphExecDestroy(exec));

  // The same nodes with other arguments take the place of those before.
  for (int way = 0; way < 2; ++way) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    add<<<1, 64, 0, stream>>>(x, way == 0 ? 1000 : 1);
    CHECK(cudaStreamEndCapture(stream, &graph));
    if (way == 0) CHECK(cudaGraphInstantiate(&exec, graph, 0));
    cudaGraphExecUpdateResultInfo info;
    if (way == 1) CHECK(cudaGraphExecUpdate(exec, graph, &info));
    CHECK(cudaGraphDestroy(graph));
  }
  CHECK(cudaGraphUpload(exec, stream));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("updated: %d\n", x[0]);
}
