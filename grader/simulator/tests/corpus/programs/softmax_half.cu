// Softmax of each row of a matrix in half precision: pairs are loaded, sums are float, a warp takes a row.
// prints: ok
#include <cmath>
#include <cstdio>
#include <vector>

#include <cuda_fp16.h>

__global__ void softmax(const half2* in, half2* out, int pairs) {
  const half2* row = in + blockIdx.x * pairs;
  float largest = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < pairs; i += 32) {
    const float2 x = __half22float2(row[i]);
    const float larger = fmaxf(largest, fmaxf(x.x, x.y));
    sum = sum * __expf(largest - larger) + __expf(x.x - larger) + __expf(x.y - larger);
    largest = larger;
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    const float other = __shfl_xor_sync(0xffffffff, largest, distance);
    const float other_sum = __shfl_xor_sync(0xffffffff, sum, distance);
    const float larger = fmaxf(largest, other);
    sum = sum * __expf(largest - larger) + other_sum * __expf(other - larger);
    largest = larger;
  }
  const half2 all = __float2half2_rn(largest), scale = __float2half2_rn(1 / sum);
  for (int i = threadIdx.x; i < pairs; i += 32) out[blockIdx.x * pairs + i] = h2exp(row[i] - all) * scale;
}

int main() {
  const int rows = 7, columns = 128;
  std::vector<half> in(rows * columns), out(in.size());
  for (int i = 0; i < rows * columns; ++i) in[i] = (i * 37 % 101) / 16.0f;
  half *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(half));
  cudaMalloc(&d_out, in.size() * sizeof(half));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(half), cudaMemcpyHostToDevice);
  softmax<<<rows, 32>>>(reinterpret_cast<half2*>(d_in), reinterpret_cast<half2*>(d_out), columns / 2);
  cudaMemcpy(out.data(), d_out, in.size() * sizeof(half), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row) {
    double sum = 0, expected = 0, biggest = 0;
    for (int i = 0; i < columns; ++i) expected += std::exp(double(float(in[row * columns + i])));
    for (int i = 0; i < columns; ++i) {
      const double right = std::exp(double(float(in[row * columns + i]))) / expected;
      sum += float(out[row * columns + i]);
      biggest = std::fmax(biggest, std::fabs(float(out[row * columns + i]) - right) / right);
    }
    if (std::fabs(sum - 1) > 0.01 || biggest > 0.01) return printf("row %d: %g %g\n", row, sum, biggest), 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
  printf("ok\n");
}
