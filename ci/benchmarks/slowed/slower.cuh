// Makes work on a stream take a known factor longer: a kernel before it notes the time, and one behind it
// waits. At any size, on any card, and whatever the work is limited by; only the two launches, a few
// microseconds, come on top, and they do so with the factor 1 as well. See reduce.cu.
#pragma once

#include <warpgrade/student.cuh>

#include "slowed_by.cuh"

namespace slowed {

// Each multiprocessor has a clock of its own. A single block on an idle GPU runs on the first of them, both
// times; were it not so, the factor that timing_checks.py measures would be wrong, which it says.
static __global__ void note_kernel(long long* begin) { *begin = clock64(); }

static __global__ void wait_kernel(const long long* begin) {
  const auto end = *begin + (long long)(by * double(clock64() - *begin));
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
