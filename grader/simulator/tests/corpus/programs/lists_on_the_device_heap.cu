// prints: 64 lists, 550 nodes, sum 20880
// prints: some threads got memory, the others nullptr
// prints: some threads got memory, the others nullptr
// prints: areas 4032
// prints: the heap is as large as asked for
// Each thread keeps a list of its own: one kernel makes them, another one walks along them, a third one frees
// them. Then more is asked for than the heap has, and the last threads get nullptr.
#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__global__ void make_lists(Node** lists) {
  const int i = threadIdx.x;
  Node* list = nullptr;
  for (int k = 0; k <= i % 17; ++k) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    if (node == nullptr) return;
    node->value = i + k;
    node->next = list;
    list = node;
  }
  lists[i] = list;
}

__global__ void add_up(Node* const* lists, int* nodes, int* sum) {
  for (const Node* node = lists[threadIdx.x]; node != nullptr; node = node->next) {
    atomicAdd(nodes, 1);
    atomicAdd(sum, node->value);
  }
}

__global__ void free_lists(Node** lists) {
  Node* node = lists[threadIdx.x];
  while (node != nullptr) {
    Node* next = node->next;
    free(node);
    node = next;
  }
}

__global__ void fill_heap(int** pieces, int* failures) {
  constexpr int kInts = 1 << 16;  // a GPU's heap may be some megabytes larger than was asked for
  int* piece = new int[kInts];
  pieces[threadIdx.x] = piece;
  if (piece == nullptr)
    atomicAdd(failures, 1);
  else
    piece[kInts - 1] = threadIdx.x;
}

__global__ void empty_heap(int** pieces) { delete[] pieces[threadIdx.x]; }

struct Box {
  int width, height;
  __device__ Box(int w, int h) : width(w), height(h) {}
};

/// The block shares what its first thread has allocated.
__global__ void areas(int* total) {
  __shared__ Box** boxes;
  if (threadIdx.x == 0) boxes = new Box*[blockDim.x];
  __syncthreads();
  const int i = threadIdx.x;
  boxes[i] = new Box(i, 2);
  __syncthreads();
  const Box* other = boxes[blockDim.x - 1 - i];
  atomicAdd(total, other->width * other->height);
  __syncthreads();
  delete boxes[i];
  __syncthreads();
  if (i == 0) delete[] boxes;
}

int main() {
  constexpr int kThreads = 64;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);

  Node** lists;
  int *counts, found[2];
  cudaMalloc(&lists, kThreads * sizeof(Node*));
  cudaMalloc(&counts, sizeof found);
  cudaMemset(counts, 0, sizeof found);
  make_lists<<<1, kThreads>>>(lists);
  add_up<<<1, kThreads>>>(lists, counts, counts + 1);
  free_lists<<<1, kThreads>>>(lists);
  cudaMemcpy(found, counts, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("%d lists, %d nodes, sum %d\n", kThreads, found[0], found[1]);

  int** pieces;
  cudaMalloc(&pieces, 2 * kThreads * sizeof(int*));
  for (int turn = 0; turn < 2; ++turn) {
    cudaMemset(counts, 0, sizeof found);
    fill_heap<<<1, 2 * kThreads>>>(pieces, counts);
    empty_heap<<<1, 2 * kThreads>>>(pieces);
    cudaMemcpy(found, counts, sizeof found, cudaMemcpyDeviceToHost);
    const bool is_right = 0 < found[0] && found[0] < 2 * kThreads;
    std::printf(is_right ? "some threads got memory, the others nullptr\n" : "%d failures\n", found[0]);
  }

  cudaMemset(counts, 0, sizeof found);
  areas<<<1, kThreads>>>(counts);
  cudaMemcpy(found, counts, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("areas %d\n", found[0]);
  std::size_t bytes = 0;
  cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
  std::printf("the heap is %s as asked for\n", bytes >= 1 << 20 ? "as large" : "not as large");
}
