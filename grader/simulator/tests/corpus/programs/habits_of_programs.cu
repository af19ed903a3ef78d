// What programs have and courses have not: a kernel argument with a copy constructor, an atomic function of
// the program's own, a parameter with its kernel's name, __device__ __shared__, volumes with a pitch, complex
// numbers of the C interface, constexpr functions with loops before C++20.
// options: -std=c++17
// prints: copied on the host
// prints: least -2.5
// prints: scaled 2 4 6
// prints: reversed 3 2 1 0
// prints: volume 0 5 10 15 20 25
// prints: product -5 10, size 5
// prints: triangle 10
#include <cstdio>
#include <cuComplex.h>
#include <driver_functions.h>

struct View {
  int* data;
  int* copies;
  View(int* data, int* copies) : data(data), copies(copies) {}
  __host__ __device__ View(const View& other) : data(other.data), copies(other.copies) { ++*copies; }
};
__global__ void fill(View view) { view.data[threadIdx.x] = threadIdx.x; }

__device__ float atomicMin(float* address, float value) {
  int* const bits = reinterpret_cast<int*>(address);
  int seen = atomicAdd(bits, 0);
  while (value < __int_as_float(seen)) {
    const int before = atomicCAS(bits, seen, __float_as_int(value));
    if (before == seen) break;
    seen = before;
  }
  return __int_as_float(seen);
}
__global__ void least_of(const float* x, float* least) { atomicMin(least, x[threadIdx.x]); }

__global__ void scale(float* scale) { scale[threadIdx.x] *= 2; }

__device__ __shared__ int parts[4];
__global__ void reverse(int* x) {
  parts[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = parts[3 - threadIdx.x];
}

/// Row y of slice z holds 5 * (2 * z + y) in each of its 3 elements.
__global__ void number_rows(cudaPitchedPtr volume) {
  const int row = blockIdx.x;
  reinterpret_cast<int*>(static_cast<char*>(volume.ptr) + row * volume.pitch)[threadIdx.x] = 5 * row;
}

constexpr __host__ __device__ int triangle(int n) {
  int sum = 0;
  for (int i = 1; i <= n; ++i) sum += i;
  return sum;
}
__global__ void multiply(cuFloatComplex* x, int* sum) {
  x[0] = cuCmulf(x[0], x[1]);
  static_assert(triangle(3) == 6);
  *sum = triangle(*sum);
}

template <class T>
T* on_device(const T* from, int n) {
  T* there = nullptr;
  cudaMalloc(&there, n * sizeof(T));
  cudaMemcpy(there, from, n * sizeof(T), cudaMemcpyHostToDevice);
  return there;
}
template <class T>
void back(T* to, const T* from, int n) {
  cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost);
}

int main() {
  int four[4] = {0, 0, 0, 0}, copies = 0;
  int* const d_four = on_device(four, 4);
  {
    const View view(d_four, &copies);
    fill<<<1, 4>>>(view);
  }
  cudaDeviceSynchronize();
  if (copies > 0) printf("copied on the host\n");  // a copy in the kernel would be a host/device mix-up

  float three[3] = {1, -2.5f, 3}, least = 100;
  float *const d_three = on_device(three, 3), *const d_least = on_device(&least, 1);
  least_of<<<1, 3>>>(d_three, d_least);
  back(&least, d_least, 1);
  printf("least %g\n", least);

  const float numbers[3] = {1, 2, 3};
  float* const d_numbers = on_device(numbers, 3);
  scale<<<1, 3>>>(d_numbers);
  back(three, d_numbers, 3);
  printf("scaled %g %g %g\n", three[0], three[1], three[2]);

  reverse<<<1, 4>>>(d_four);
  back(four, d_four, 4);
  printf("reversed %d %d %d %d\n", four[0], four[1], four[2], four[3]);

  int volume[3][2][3];
  cudaPitchedPtr d_volume;
  const cudaExtent extent = make_cudaExtent(sizeof volume[0][0], 2, 3);
  cudaMalloc3D(&d_volume, extent);
  cudaMemset3D(d_volume, 0, extent);
  number_rows<<<6, 3>>>(d_volume);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = d_volume;
  copy.dstPtr = make_cudaPitchedPtr(volume, sizeof volume[0][0], sizeof volume[0][0], 2);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  printf("volume");
  for (const auto& slice : volume)
    for (const auto& row : slice) printf(" %d", row[2]);
  printf("\n");

  cuFloatComplex pair[2] = {make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4)};
  int sum = 4;
  cuFloatComplex* const d_pair = on_device(pair, 2);
  int* const d_sum = on_device(&sum, 1);
  multiply<<<1, 1>>>(d_pair, d_sum);
  back(pair, d_pair, 1);
  back(&sum, d_sum, 1);
  printf("product %g %g, size %g\n", cuCrealf(pair[0]), cuCimagf(pair[0]), cuCabsf(pair[1]));
  printf("triangle %d\n", sum);
}
