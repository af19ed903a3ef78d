// What a launch may want to know of the device.
#pragma once

#include <warpgrade/cuda_check.cuh>

namespace warpgrade {

/// How many multiprocessors the device has. A grid of a few blocks for each of them keeps it busy; more
/// blocks only wait until others have ended. (A large GPU has more than a hundred, the simulator eight.)
inline int multiprocessors() {
  int device = 0, count = 0;
  WARPGRADE_CHECK(cudaGetDevice(&device));
  WARPGRADE_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

}  // namespace warpgrade
