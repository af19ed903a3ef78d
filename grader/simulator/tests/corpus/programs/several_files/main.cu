// options: -I include -D SIZE=500 -- one
// A program of two files and two headers: kernels behind host functions, a template in a header with a launch
// of its own, a size from the command line of the compiler.
// prints: 1 argument
// prints: 500 values, 0 wrong, first 188007
#include <cstdio>

#include "device_array.cuh"
#include "polynomial.h"

int main(int argc, char** argv) {
  std::printf("%d argument%s\n", argc - 1, argc == 2 ? "" : "s");
  DeviceArray<int> x(SIZE), y(SIZE);
  x.generate([] __host__ __device__(int i) { return i - SIZE / 2; });
  evaluate_polynomial(x.data(), y.data(), SIZE);
  const auto values = y.download();
  int wrong = 0;
  for (int i = 0; i < SIZE; ++i) {
    const int v = i - SIZE / 2;
    wrong += values[i] != 3 * v * v - 2 * v + 7;
  }
  std::printf("%d values, %d wrong, first %d\n", SIZE, wrong, values[0]);
  return wrong != 0;
}
