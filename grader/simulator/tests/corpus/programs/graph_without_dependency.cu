// finding: uninitialized read line 6
// order: 1
// The kernel's node does not wait for the copy's node. In the order in which they are made all goes well.
#include <cstdio>

__global__ void square(int* x) { x[threadIdx.x] *= x[threadIdx.x]; }

int main() {
  int input[32] = {}, *x;
  cudaMalloc(&x, sizeof input);
  cudaGraph_t graph;
  cudaGraphNode_t copy, kernel;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, x, input, sizeof input, cudaMemcpyHostToDevice);
  void* arguments[] = {&x};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)square;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch);  // missing: &copy, 1
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
}
