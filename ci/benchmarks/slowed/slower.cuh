// Makes work on a stream take a known factor longer: kernels before it note the time, and one behind it
// waits. At any size, on any card, and whatever the work is limited by. The launches that this adds are there
// with the factor 1 as well, so they must take the factor longer, too. See reduce.cu.
#pragma once

#include <warpgrade/student.cuh>

#include "slowed_by.cuh"

namespace slowed {

struct Notes {
  long long first, second;  // in cycles
};

// Each multiprocessor has a clock of its own. A single block on an idle GPU runs on the first of them, each
// time; were it not so, the factor that timing_checks.py measures would be wrong, which it says.
static __global__ void note_kernel(long long* note) { *note = clock64(); }

// No kernel sees its own launch, neither the first one's nor this one's: each takes about as long as from the
// first note to the second, with nothing but a launch in between.
static __global__ void wait_kernel(const Notes* notes) {
  const auto now = clock64();
  const auto launch = notes->second - notes->first;
  const auto passed = launch + (now - notes->first) + launch;
  const auto end = now + (long long)((by - 1) * double(passed));
  while (clock64() < end) {
  }
}

template <class Work>
void run(cudaStream_t stream, Work work) {
  Notes* notes = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&notes, sizeof *notes, stream));
  note_kernel<<<1, 1, 0, stream>>>(&notes->first);
  WARPGRADE_CHECK_LAUNCH();
  note_kernel<<<1, 1, 0, stream>>>(&notes->second);
  WARPGRADE_CHECK_LAUNCH();
  work();
  wait_kernel<<<1, 1, 0, stream>>>(notes);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(notes, stream));
}

}  // namespace slowed
