// finding: misaligned access line 8
// Vectors of four from column 2 on: their addresses are multiples of 8 bytes, and not of 16.
#include <vector>

__global__ void sum(const float* row, float* out, int n) {
  float total = 0;
  for (int i = 0; i < n; ++i) {
    const float4 v = reinterpret_cast<const float4*>(row + 2)[i];
    total += v.x + v.y + v.z + v.w;
  }
  *out = total;
}

int main() {
  const std::vector<float> host(18, 1.0f);
  float *row, *out;
  cudaMalloc(&row, host.size() * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(row, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(row, out, 4);
  cudaDeviceSynchronize();
}
