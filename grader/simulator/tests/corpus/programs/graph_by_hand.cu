// A graph whose nodes are made one by one: a copy and a fill, then a kernel that needs both, then a copy back
// and a function of the host. Kernels of a graph and of cudaLaunchKernel come as addresses.
// prints: 6 nodes, a kernel: 1
// prints: 40 to 103, the host saw 40
// prints: 100 to 163, the host saw 100
// prints: by its address: 3
#include <cstdio>

struct Scale {
  int factor[4];
};
__global__ void combine(const int* a, const int* b, int* c, Scale scale, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + scale.factor[2] * b[i];
}
template <class T>
__global__ void set(T* x, T value) {
  *x = value;
}

int results[64], seen = -1;
void look(void* first) { seen = *static_cast<int*>(first); }

int main() {
  const int n = 64;
  int input[n], *a, *b, *c;
  for (int i = 0; i < n; ++i) input[i] = i;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t copy, fill, both, kernel, back, host;
  cudaMemcpy3DParms copied = {};
  copied.srcPtr = make_cudaPitchedPtr(input, sizeof input, n, 1);
  copied.dstPtr = make_cudaPitchedPtr(a, sizeof input, n, 1);
  copied.extent = make_cudaExtent(sizeof input, 1, 1);
  copied.kind = cudaMemcpyHostToDevice;
  cudaGraphAddMemcpyNode(&copy, graph, nullptr, 0, &copied);
  cudaMemsetParams filled = {};
  filled.dst = b;
  filled.value = 10;
  filled.elementSize = sizeof(int);
  filled.width = n;
  filled.height = 1;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &filled);
  cudaGraphAddEmptyNode(&both, graph, &copy, 1);

  Scale scale = {{0, 0, 4, 0}};
  int count = n;
  void* arguments[] = {&a, &b, &c, &scale, &count};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)combine;
  launch.gridDim = dim3(2);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &both, 1, &launch);
  cudaGraphAddMemcpyNode1D(&back, graph, &kernel, 1, results, c, sizeof results, cudaMemcpyDeviceToHost);
  cudaHostNodeParams looks = {look, results};
  cudaGraphAddHostNode(&host, graph, &back, 1, &looks);
#if CUDART_VERSION >= 13000
  cudaGraphAddDependencies(graph, &fill, &both, nullptr, 1);
#else
  cudaGraphAddDependencies(graph, &fill, &both, 1);
#endif
  size_t nodes = 0;
  cudaGraphNodeType type;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphNodeGetType(kernel, &type);
  std::printf("%zu nodes, a kernel: %d\n", nodes, type == cudaGraphNodeTypeKernel);

  cudaGraphExec_t exec;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int factor : {4, 10}) {
    scale.factor[2] = factor;
    if (factor == 10) cudaGraphExecKernelNodeSetParams(exec, kernel, &launch);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf("%d to %d, the host saw %d\n", results[0], results[n - 1], seen);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);

  int three = 3;
  void* values[] = {&c, &three};
  cudaLaunchKernel((const void*)set<int>, dim3(1), dim3(1), values, 0, stream);
  cudaMemcpyAsync(results, c, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("by its address: %d\n", results[0]);
}
