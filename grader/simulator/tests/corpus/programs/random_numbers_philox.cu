// cuRAND's Philox in kernels: the numbers of a GPU, for its seed, subsequence and offset.
// prints: 546353992 0.853468955 1.794812 0.977164302953 2.2472 0.0117 1926069095
// prints: 253049307 0.0276278481 1.210012 0.293176748324 -0.8811 -1.0247 2761677630
// prints: 2504520210 0.263728619 2.099200 0.974213822512 -1.0488 -0.5929 2203693228
// prints: 1240162304 0.560626984 1.835544 0.008115642238 -0.0110 0.5498 362052118
// prints: 1487668218 0.826889753 1.342213 0.444043420022 0.9662 -0.9253 1072442755
// prints: 1703336846 0.994614959 1.292642 0.171800051816 -0.8286 0.2436 2410948466
// prints: 4186840779 0.181630507 1.836526 0.895910123829 -0.8158 -0.6207 3518348845
// prints: 2204080987 0.265876621 2.132391 0.210333566414 0.0889 -0.3105 4220119679
#include <cstdio>
#include <curand_kernel.h>

__global__ void draw(unsigned* numbers, float* uniform, double* uniform_double, float* normal) {
  const int t = threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(1234, t, 3 * t, &state);
  numbers[t] = curand(&state);
  uniform[t] = curand_uniform(&state);
  const float4 four = curand_uniform4(&state);
  uniform[8 + t] = four.x + four.y + four.z + four.w;
  uniform_double[t] = curand_uniform_double(&state);
  normal[t] = curand_normal(&state);
  normal[8 + t] = curand_normal(&state);
  skipahead(5, &state);
  numbers[8 + t] = curand(&state);
}

int main() {
  unsigned* numbers;
  float *uniform, *normal;
  double* uniform_double;
  cudaMallocManaged(&numbers, 16 * sizeof(unsigned));
  cudaMallocManaged(&uniform, 16 * sizeof(float));
  cudaMallocManaged(&normal, 16 * sizeof(float));
  cudaMallocManaged(&uniform_double, 8 * sizeof(double));
  draw<<<1, 8>>>(numbers, uniform, uniform_double, normal);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i)
    std::printf("%u %.9g %.6f %.12f %.4f %.4f %u\n", numbers[i], uniform[i], uniform[8 + i],
                uniform_double[i], normal[i], normal[8 + i], numbers[8 + i]);
}
