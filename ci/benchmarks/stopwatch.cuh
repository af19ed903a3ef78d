// What the benchmarks share: the time of a launch. It is the processor's, so that other programs on the
// machine matter little; the simulator runs a launch on one thread.
#pragma once

#include <cstdio>
#include <ctime>

/// The shortest of a few runs, in nanoseconds.
template <class Launch>
double shortest_ns(Launch launch, int runs = 5) {
  double best = 1e300;
  for (int run = 0; run < runs; ++run) {
    const std::clock_t start = std::clock();
    launch();
    cudaDeviceSynchronize();
    const double ns = 1e9 * double(std::clock() - start) / CLOCKS_PER_SEC;
    if (ns < best) best = ns;
  }
  return best;
}
