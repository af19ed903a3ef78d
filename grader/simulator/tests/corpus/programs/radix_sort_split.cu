// Radix sort, one bit at a time: the split primitive (Blelloch) as kernels of its own, keys with values,
// ping-pong.
// prints: 2 .. 8257 .. 16382: unsorted 0, unstable 0, torn 0
#include <cstdio>
#include <vector>

typedef unsigned int uint;

__global__ void bit_is_zero(const uint* keys, uint* e, int bit, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  e[i] = ((keys[i] >> bit) & 1u) ^ 1u;
}

__global__ void scan_blocks(const uint* in, uint* out, uint* sums, int n) {
  extern __shared__ uint s[];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  uint mine = i < n ? in[i] : 0;
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    uint left = 0;
    if (threadIdx.x >= d) left = s[threadIdx.x - d];
    __syncthreads();
    s[threadIdx.x] += left;
    __syncthreads();
  }
  if (i < n) out[i] = s[threadIdx.x] - mine;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = s[threadIdx.x];
}

__global__ void scan_sums(uint* sums, uint* total, int blocks) {
  uint running = 0;
  for (int b = 0; b < blocks; b++) {
    uint value = sums[b];
    sums[b] = running;
    running += value;
  }
  *total = running;
}

__global__ void scatter(const uint* keys_in, const uint* values_in, uint* keys_out, uint* values_out,
                        const uint* f, const uint* sums, const uint* total_falses, int bit, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  uint falses_before = f[i] + sums[blockIdx.x];
  uint key = keys_in[i];
  uint place = (key >> bit) & 1u ? i - falses_before + *total_falses : falses_before;
  keys_out[place] = key;
  values_out[place] = values_in[i];
}

int main() {
  const int n = 2500, threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<uint> keys(n), values(n), sorted(n), order(n);
  uint seed = 12345;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    keys[i] = seed >> 18;  // 14 bits: some occur twice
    values[i] = i;
  }
  size_t bytes = n * sizeof(uint);
  uint *k[2], *v[2], *e, *f, *sums, *total;
  for (int j = 0; j < 2; j++) {
    cudaMalloc(&k[j], bytes);
    cudaMalloc(&v[j], bytes);
  }
  cudaMalloc(&e, bytes);
  cudaMalloc(&f, bytes);
  cudaMalloc(&sums, blocks * sizeof(uint));
  cudaMalloc(&total, sizeof(uint));
  cudaMemcpy(k[0], keys.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(v[0], values.data(), bytes, cudaMemcpyHostToDevice);
  int now = 0;
  for (int bit = 0; bit < 14; bit++, now ^= 1) {
    bit_is_zero<<<blocks, threads>>>(k[now], e, bit, n);
    scan_blocks<<<blocks, threads, threads * sizeof(uint)>>>(e, f, sums, n);
    scan_sums<<<1, 1>>>(sums, total, blocks);
    scatter<<<blocks, threads>>>(k[now], v[now], k[now ^ 1], v[now ^ 1], f, sums, total, bit, n);
  }
  cudaMemcpy(sorted.data(), k[now], bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(order.data(), v[now], bytes, cudaMemcpyDeviceToHost);
  int unsorted = 0, unstable = 0, torn = 0;
  for (int i = 0; i < n; i++) {
    torn += keys[order[i]] != sorted[i];
    if (i == 0) continue;
    unsorted += sorted[i - 1] > sorted[i];
    unstable += sorted[i - 1] == sorted[i] && order[i - 1] > order[i];
  }
  printf("%u .. %u .. %u: unsorted %d, unstable %d, torn %d\n", sorted[0], sorted[n / 2], sorted[n - 1],
         unsorted, unstable, torn);
  for (uint* p : {k[0], k[1], v[0], v[1], e, f, sums, total}) cudaFree(p);
  return 0;
}
