// Breadth-first search, level by level: a frontier queue filled by warp-aggregated atomics, swapped on the
// host.
// prints: depth 20, all levels right
#include <cstdio>
#include <queue>
#include <utility>
#include <vector>

__device__ int aggregated_increment(int* counter) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x & 31, leader = __ffs(active) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  return __shfl_sync(active, base, leader) + __popc(active & ((1u << lane) - 1));
}

__global__ void expand(const int* offsets, const int* edges, const int* frontier, int size, int* level,
                       int depth, int* next, int* next_size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const int node = frontier[i];
  for (int e = offsets[node]; e < offsets[node + 1]; ++e) {
    if (atomicCAS(&level[edges[e]], -1, depth) == -1) next[aggregated_increment(next_size)] = edges[e];
  }
}

int main() {
  const int nodes = 2000;
  std::vector<int> offsets{0}, edges;
  for (int v = 0; v < nodes; ++v) {
    for (int k = 0; k <= v % 4; ++k) edges.push_back((v * (k + 2) + 17 * k + 1) % nodes);
    offsets.push_back(int(edges.size()));
  }
  int *d_offsets, *d_edges, *frontier, *next, *level, *size;
  cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
  cudaMalloc(&d_edges, edges.size() * sizeof(int));
  cudaMalloc(&frontier, nodes * sizeof(int));
  cudaMalloc(&next, nodes * sizeof(int));
  cudaMalloc(&level, nodes * sizeof(int));
  cudaMalloc(&size, sizeof(int));
  cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(level, 0xff, nodes * sizeof(int));
  cudaMemset(level, 0, sizeof(int));
  cudaMemset(frontier, 0, sizeof(int));
  int depth = 0;
  for (int count = 1; count > 0;) {
    cudaMemset(size, 0, sizeof(int));
    expand<<<(count + 63) / 64, 64>>>(d_offsets, d_edges, frontier, count, level, ++depth, next, size);
    cudaMemcpy(&count, size, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(frontier, next);
  }
  std::vector<int> result(nodes), expected(nodes, -1);
  cudaMemcpy(result.data(), level, nodes * sizeof(int), cudaMemcpyDeviceToHost);
  std::queue<int> queue;
  queue.push(0);
  expected[0] = 0;
  for (; !queue.empty(); queue.pop()) {
    const int v = queue.front();
    for (int e = offsets[v]; e < offsets[v + 1]; ++e)
      if (expected[edges[e]] == -1) {
        expected[edges[e]] = expected[v] + 1;
        queue.push(edges[e]);
      }
  }
  std::printf("depth %d, %s\n", depth - 1, result == expected ? "all levels right" : "WRONG");
  for (int* p : {d_offsets, d_edges, frontier, next, level, size}) cudaFree(p);
}
