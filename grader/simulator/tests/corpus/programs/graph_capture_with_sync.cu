// finding: API misuse line 13
// The host waits for a stream while its work is captured: nothing of it is done, so the capture fails.
#include <cstdio>

__global__ void add(int* x) { *x += 1; }

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < 3; ++i, cudaStreamSynchronize(stream)) add<<<1, 1, 0, stream>>>(x);
  cudaGraph_t graph;
  const cudaError_t error = cudaStreamEndCapture(stream, &graph);
  std::printf("%s, %s graph\n", cudaGetErrorName(error), graph == nullptr ? "no" : "a");
}
