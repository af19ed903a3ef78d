// Kernels of one thread that repeats something without a loop. Each time takes two steps, a read and a call
// or a jump, whatever the compiler makes of it. Prints the counts that differ.
#include <cstdio>

#include "wgsim/simulator.hpp"

__device__ int add_up(const int* in, int n) { return n > 0 ? in[n] + add_up(in, n - 1) : 0; }
__global__ void recursion(const int* in, int* out, int n) { *out = add_up(in, n); }

__device__ bool add_up_by_and(const int* in, int* sum, int n) {
  return n > 0 && (*sum += in[n], add_up_by_and(in, sum, n - 1));
}
__global__ void recursion_by_and(const int* in, int* out, int n) {
  int sum = 0;
  add_up_by_and(in, &sum, n);
  *out = sum;
}

__global__ void recursion_of_a_lambda(const int* in, int* out, int n) {
  const auto sum = [&](auto self, int left) -> int { return left > 0 ? in[left] + self(self, left - 1) : 0; };
  *out = sum(sum, n);
}

__global__ void jumps(const int* in, int* out, int n) {
  int sum = 0;
again:
  sum += in[n];
  if (const bool more = --n > 0) goto again;
  *out = sum;
}

using Kernel = void (*)(const int*, int*, int);

double steps(Kernel kernel, int n) {
  int* p = nullptr;
  cudaMalloc(&p, 1024 * sizeof(int));
  cudaMemset(p, 0, 1024 * sizeof(int));
  kernel<<<1, 1>>>(p, p + 1000, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return -1;
  return double(wgsim::take_costs().total.serial_steps);
}

int main() {
  int failures = 0;
  const auto expect = [&](const char* what, double least, double most, Kernel kernel) {
    const double counted = steps(kernel, 503) - steps(kernel, 3);
    if (least <= counted && counted <= most) return;
    std::printf("%s: %.0f steps instead of %.0f to %.0f\n", what, counted, least, most);
    ++failures;
  };
  expect("recursion", 1000, 1000, recursion);
  expect("recursion by &&", 1000, 2000, recursion_by_and);             // and its sum, where it is in memory
  expect("recursion of a lambda", 1000, 2000, recursion_of_a_lambda);  // and its captures, likewise
  expect("goto", 1000, 1000, jumps);
  return failures == 0 ? 0 : 1;
}
