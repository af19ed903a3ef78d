// cuRAND's XORWOW (curandState, and the default generator of arrays): the numbers of a GPU.
// prints: 624778773 0.434898734 0.455165230486 -0.275 -0.483 1.137 3.336 -1.3118054 4 1635470427 1481847092
// prints: 3522650202 0.926417232 0.537593777314 0.071 0.647 1.488 3.297 -1.3930104 6 2188325216 1256815354
// prints: 4226405774 0.265319765 0.639453993851 -2.019 -1.414 3.572 5.555 0.2703814 3 1419687143 2951653951
// prints: 447610005 0.990188777 0.992755762062 0.090 0.865 5.337 1.471 0.2976777 3 3894940128 2895788979
// prints: 300737663 687819970 3315638539 2363150160 393917081
// prints: 3695802093 2176287314 1407532910 4188862214 936155482
// prints: 11.812 12.019 8.837 14.179
// prints: 0.468586794180 0.454315358652 0.465241498129 0.906255801631
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void draw(unsigned long long subsequence, unsigned long long offset) {
  curandState state;
  curand_init(1234, subsequence, offset, &state);
  // One number a statement: C++ leaves the order of a function's arguments open.
  printf("%u", curand(&state));
  printf(" %.9g", curand_uniform(&state));
  printf(" %.12f", curand_uniform_double(&state));
  for (int i = 0; i < 2; ++i) printf(" %.3f", curand_normal(&state));
  for (int i = 0; i < 2; ++i) printf(" %.3f", curand_log_normal(&state, 1 + i, 0.5f));
  printf(" %.7f", curand_normal_double(&state));
  printf(" %u", curand_poisson(&state, 3));
  skipahead(5, &state);
  printf(" %u", curand(&state));
  skipahead_sequence(2, &state);
  printf(" %u\n", curand(&state));
}

int main() {
  draw<<<1, 1>>>(0, 0);
  draw<<<1, 1>>>(1, 0);
  draw<<<1, 1>>>(4095, 7);
  draw<<<1, 1>>>(1ull << 40, 1ull << 50);
  cudaDeviceSynchronize();

  constexpr int kCount = 10000;
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 42);
  unsigned* bits;
  cudaMallocManaged(&bits, kCount * sizeof(unsigned));
  for (int call = 0; call < 2; ++call) {
    curandGenerate(generator, bits, kCount);
    cudaDeviceSynchronize();
    std::printf("%u %u %u %u %u\n", bits[0], bits[1], bits[4095], bits[4096], bits[kCount - 1]);
  }
  curandDestroyGenerator(generator);

  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
  curandSetPseudoRandomGeneratorSeed(generator, 42);
  curandSetGeneratorOffset(generator, 100);
  float* normal;
  cudaMallocManaged(&normal, kCount * sizeof(float));
  curandGenerateNormal(generator, normal, kCount, 10, 2);
  cudaDeviceSynchronize();
  std::printf("%.3f %.3f %.3f %.3f\n", normal[0], normal[1], normal[8192], normal[kCount - 1]);
  curandDestroyGenerator(generator);

  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(generator, 42);
  static double uniform[300000];
  curandGenerateUniformDouble(generator, uniform, 300000);
  std::printf("%.12f %.12f %.12f %.12f\n", uniform[0], uniform[3], uniform[5000], uniform[299999]);
  curandDestroyGenerator(generator);
}
