// Makes work on a stream take a known factor longer: a kernel before it notes the time, and one behind it
// waits. At any size, on any card, and whatever the work is limited by. See reduce.cu.
#pragma once

#include <warpgrade/student.cuh>

#include "slowed_by.cuh"

namespace slowed {

// No kernel sees its own launch, so what these two take is slowed by an estimate. They run with the factor 1,
// too. About 5 µs: a few percent of the shortest work that is timed.
constexpr long long launches_cycles = 9000;

// Each multiprocessor has a clock of its own. On an idle GPU a single block runs on the first of them, both
// times. If that were not so, timing_checks.py would measure another factor, and say so.
static __global__ void note_kernel(long long* begin) { *begin = clock64(); }

static __global__ void wait_kernel(const long long* begin) {
  const auto now = clock64();
  const auto end = now + (long long)((by - 1) * double(launches_cycles + (now - *begin)));
  while (clock64() < end) {
  }
}

template <class Work>
void run(cudaStream_t stream, Work work) {
  long long* begin = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&begin, sizeof *begin, stream));
  note_kernel<<<1, 1, 0, stream>>>(begin);
  WARPGRADE_CHECK_LAUNCH();
  work();
  wait_kernel<<<1, 1, 0, stream>>>(begin);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(begin, stream));
}

}  // namespace slowed
