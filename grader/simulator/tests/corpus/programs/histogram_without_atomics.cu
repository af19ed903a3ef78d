// finding: race line 8
// Blocks increment the same counters with ordinary loads and stores.
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char* values, int n, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[values[i]]++;
}

int main() {
  const int n = 1000;
  std::vector<unsigned char> values(n, 7);
  unsigned char* d_values;
  int *d_bins, bins[256];
  cudaMalloc(&d_values, n);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_values, values.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof bins);
  histogram<<<(n + 31) / 32, 32>>>(d_values, n, d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  std::printf("%d\n", bins[7]);
}
