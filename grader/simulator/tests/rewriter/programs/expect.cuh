// Shared by these programs, each of which checks itself and ends with the number of failures.
#pragma once

#include <cstdio>
#include <vector>

inline int failures = 0;

#define EXPECT(condition)                                                  \
  do {                                                                     \
    if (!(condition)) {                                                    \
      ++failures;                                                          \
      std::printf("%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
    }                                                                      \
  } while (0)

/// n ints on the device, zeroed.
inline int* device_ints(int n) {
  int* p = nullptr;
  cudaMalloc(&p, n * sizeof(int));
  cudaMemset(p, 0, n * sizeof(int));
  return p;
}

inline int value_of(const int* device, int i = 0) {
  int value = -1;
  cudaMemcpy(&value, device + i, sizeof(int), cudaMemcpyDeviceToHost);
  return value;
}
