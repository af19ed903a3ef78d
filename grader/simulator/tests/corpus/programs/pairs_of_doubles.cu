// Structs of two doubles behind a number lie at byte 8, 32, …, and are copied as a whole: their members are
// aligned, and more is not asked for.
// prints: 2 3 5 6
#include <cstdio>

struct Pair {
  double a, b;
};
struct Numbered {
  long number;
  Pair pair;
};

__global__ void copy(const Numbered* in, Numbered* out, Pair* pairs) {
  out[threadIdx.x].pair = in[threadIdx.x].pair;
  pairs[threadIdx.x] = out[threadIdx.x].pair;
}

int main() {
  const Numbered host[2] = {{1, {2, 3}}, {4, {5, 6}}};
  Numbered *in, *out;
  Pair* pairs;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&pairs, 2 * sizeof(Pair));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<1, 2>>>(in, out, pairs);
  Pair result[2];
  cudaMemcpy(result, pairs, sizeof result, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", result[0].a, result[0].b, result[1].a, result[1].b);
}
