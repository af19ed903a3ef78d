// Radix sort, four bits a pass: block histograms, one scan over digit-major counts, and a stable scatter that
// ranks equal digits within a block by warp matches.
// prints: 1 keys: sorted, first 327741615
// prints: 100 keys: sorted, first 68334472
// prints: 128 keys: sorted, first 6128400
// prints: 5001 keys: sorted, first 28000
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace radix {

constexpr int bits = 4, digits = 1 << bits, threads = 128, warps = threads / 32;

__device__ inline unsigned digit_of(std::uint32_t key, int shift) { return (key >> shift) & (digits - 1); }

__global__ void upsweep(const std::uint32_t* keys, unsigned* counts, int n, int shift) {
  __shared__ unsigned local[digits];
  if (threadIdx.x < digits) local[threadIdx.x] = 0;
  __syncthreads();
  const int i = int(blockIdx.x * threads + threadIdx.x);
  if (i < n) atomicAdd(&local[digit_of(keys[i], shift)], 1);
  __syncthreads();
  if (threadIdx.x < digits) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void spine(unsigned* counts, int n) {
  __shared__ unsigned warp_sums[32];
  unsigned carry = 0;
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int base = 0; base < n; base += int(blockDim.x)) {
    const int i = base + int(threadIdx.x);
    const unsigned mine = i < n ? counts[i] : 0;
    unsigned sum = mine;
    for (unsigned d = 1; d < 32; d *= 2) {
      const unsigned left = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += left;
    }
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    unsigned before = carry;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) {
      if (w < warp) before += warp_sums[w];
      carry += warp_sums[w];
    }
    if (i < n) counts[i] = before + sum - mine;
    __syncthreads();
  }
}

__global__ void downsweep(const std::uint32_t* in, std::uint32_t* out, const unsigned* offsets, int n,
                          int shift) {
  __shared__ unsigned seen[warps][digits];
  for (unsigned i = threadIdx.x; i < warps * digits; i += threads) seen[i / digits][i % digits] = 0;
  __syncthreads();
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int i = int(blockIdx.x * threads + threadIdx.x);
  const bool valid = i < n;
  const unsigned active = __ballot_sync(0xffffffffu, valid);
  std::uint32_t key = 0;
  unsigned digit = 0, rank = 0;
  if (valid) {
    key = in[i];
    digit = digit_of(key, shift);
    const unsigned peers = __match_any_sync(active, digit);
    rank = unsigned(__popc(peers & ((1u << lane) - 1)));
    if (rank == 0) seen[warp][digit] = unsigned(__popc(peers));
  }
  __syncthreads();
  if (!valid) return;
  for (unsigned w = 0; w < warp; ++w) rank += seen[w][digit];
  out[offsets[digit * gridDim.x + blockIdx.x] + rank] = key;
}

void sort(std::uint32_t*& keys, std::uint32_t*& other, int n) {
  const int blocks = (n + threads - 1) / threads;
  unsigned* counts;
  cudaMalloc(&counts, sizeof(unsigned) * digits * blocks);
  for (int shift = 0; shift < 32; shift += bits) {
    upsweep<<<blocks, threads>>>(keys, counts, n, shift);
    spine<<<1, 256>>>(counts, digits * blocks);
    downsweep<<<blocks, threads>>>(keys, other, counts, n, shift);
    std::swap(keys, other);
  }
  cudaFree(counts);
}

}  // namespace radix

int main() {
  std::mt19937 engine(7);
  for (const int n : {1, 100, 128, 5001}) {
    std::vector<std::uint32_t> keys(n);
    std::generate(keys.begin(), keys.end(), std::ref(engine));
    std::uint32_t *a, *b;
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&b, n * sizeof *b);
    cudaMemcpy(a, keys.data(), n * sizeof *a, cudaMemcpyHostToDevice);
    radix::sort(a, b, n);
    std::vector<std::uint32_t> sorted(n);
    cudaMemcpy(sorted.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    std::printf("%d keys: %s, first %u\n", n, keys == sorted ? "sorted" : "NOT SORTED", sorted[0]);
    cudaFree(a);
    cudaFree(b);
  }
  return cudaDeviceSynchronize();
}
