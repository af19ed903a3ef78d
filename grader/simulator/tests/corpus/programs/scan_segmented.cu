// Segmented inclusive scan by head flags: pairs (flag, value) under an associative operator, warp by warp.
// prints: wrong 0, last 47
#include <cstdio>
#include <vector>

struct FlaggedSum {
  int flag;
  float value;

  __device__ FlaggedSum operator+(const FlaggedSum& right) const {
    return {flag | right.flag, right.flag ? right.value : value + right.value};
  }
  __device__ FlaggedSum& operator+=(const FlaggedSum& right) { return *this = *this + right; }
};

__device__ FlaggedSum shuffle_up(const FlaggedSum& x, unsigned delta) {
  return {__shfl_up_sync(0xffffffffu, x.flag, delta), __shfl_up_sync(0xffffffffu, x.value, delta)};
}

__device__ FlaggedSum warp_scan(FlaggedSum x) {
  for (unsigned delta = 1; delta < warpSize; delta <<= 1) {
    const FlaggedSum left = shuffle_up(x, delta);
    if (threadIdx.x % warpSize >= delta) x = left + x;
  }
  return x;
}

constexpr unsigned kBlock = 256;

__global__ void scan_blocks(const int* heads, const float* in, FlaggedSum* out, FlaggedSum* totals, int n) {
  __shared__ FlaggedSum warp_totals[kBlock / 32];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x, warp = threadIdx.x / 32;
  FlaggedSum x = int(i) < n ? FlaggedSum{heads[i], in[i]} : FlaggedSum{0, 0};
  x = warp_scan(x);
  if (threadIdx.x % 32 == 31) warp_totals[warp] = x;
  __syncthreads();
  if (warp == 0) {
    const bool mine = threadIdx.x < kBlock / 32;
    const FlaggedSum total = warp_scan(mine ? warp_totals[threadIdx.x] : FlaggedSum{0, 0});
    __syncwarp();
    if (mine) warp_totals[threadIdx.x] = total;
  }
  __syncthreads();
  if (warp > 0) x = warp_totals[warp - 1] + x;
  if (int(i) < n) out[i] = x;
  if (threadIdx.x == kBlock - 1) totals[blockIdx.x] = x;
}

__global__ void scan_totals(FlaggedSum* totals, int blocks) {
  FlaggedSum sum = {0, 0};
  for (int b = 0; b < blocks; ++b) {
    const FlaggedSum mine = totals[b];
    totals[b] = sum;
    sum += mine;
  }
}

__global__ void add_totals(const FlaggedSum* scanned, const FlaggedSum* totals, float* out, int n) {
  const int i = int(blockIdx.x * kBlock + threadIdx.x);
  if (i < n) out[i] = (totals[blockIdx.x] + scanned[i]).value;
}

int main() {
  const int n = 5000, blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> heads(n);
  std::vector<float> values(n), result(n);
  for (int i = 0; i < n; ++i) {
    heads[i] = i == 0 || i % 700 == 13 || i % 5 == 0 && i < 1000;
    values[i] = float(i % 8 - 3);
  }
  int* d_heads;
  float *d_in, *d_out;
  FlaggedSum *d_scanned, *d_totals;
  cudaMalloc(&d_heads, n * sizeof(int));
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMalloc(&d_scanned, n * sizeof(FlaggedSum));
  cudaMalloc(&d_totals, blocks * sizeof(FlaggedSum));
  cudaMemcpy(d_heads, heads.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scan_blocks<<<blocks, kBlock>>>(d_heads, d_in, d_scanned, d_totals, n);
  scan_totals<<<1, 1>>>(d_totals, blocks);
  add_totals<<<blocks, kBlock>>>(d_scanned, d_totals, d_out, n);
  cudaMemcpy(result.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = heads[i] ? values[i] : sum + values[i];
    wrong += result[i] != sum;
  }
  std::printf("wrong %d, last %.0f\n", wrong, result[n - 1]);
  cudaFree(d_heads), cudaFree(d_in), cudaFree(d_out), cudaFree(d_scanned), cudaFree(d_totals);
}
