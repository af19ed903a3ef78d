// What a launch may want to know: how many blocks it takes, and what the device has.
#pragma once

#include <type_traits>

#include <warpgrade/cuda_check.cuh>

namespace warpgrade {

/// a / b, rounded up: n elements take div_up(n, block_threads) blocks, the last of which may not be full.
template <class T>
__host__ __device__ constexpr unsigned div_up(T a, std::type_identity_t<T> b) {
  return unsigned(a / b + (a % b != 0));
}

/// How many multiprocessors the device has. A grid of a few blocks for each of them keeps it busy; more
/// blocks only wait until others have ended. (A large GPU has more than a hundred, the simulator eight.)
inline int multiprocessors() {
  int device = 0, count = 0;
  WARPGRADE_CHECK(cudaGetDevice(&device));
  WARPGRADE_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

}  // namespace warpgrade
