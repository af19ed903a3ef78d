// How many blocks the simulated device holds at once. What it reports of itself, what the occupancy functions
// answer and which cooperative launches are refused all follow from these figures, and from
// Options::multiprocessors. A multiprocessor is as large as one of a current GPU, but there are few of them.
#pragma once

#include <algorithm>
#include <cstddef>

#include "memory/shared_memory.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

inline constexpr int kMaxBlockThreads = 1024;
inline constexpr int kThreadsPerMultiprocessor = 2048;
inline constexpr int kBlocksPerMultiprocessor = 32;
inline constexpr std::size_t kSharedPerMultiprocessor = 228 * 1024;
inline constexpr std::size_t kReservedSharedPerBlock = 1024;
inline constexpr int kResidentThreads = kMultiprocessors * kThreadsPerMultiprocessor;

/// How many blocks with this many threads (at least 1; they take whole warps) and bytes of dynamic shared
/// memory a multiprocessor holds. (Static shared memory is not known before a kernel runs.)
inline int blocks_per_multiprocessor(int threads, std::size_t dynamic_shared_bytes) {
  const int whole_warps = (threads + 31) / 32 * 32;
  const std::size_t shared = dynamic_shared_bytes + kReservedSharedPerBlock;
  return std::min({kThreadsPerMultiprocessor / whole_warps, kBlocksPerMultiprocessor,
                   static_cast<int>(kSharedPerMultiprocessor / shared)});
}

/// cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes). False if that is more
/// than the device has (kMaxDynamicSharedBytes).
bool allow_dynamic_shared(const void* function, std::size_t bytes);
std::size_t allowed_dynamic_shared(const void* function);
/// As in a fresh process.
void forget_dynamic_shared();

}  // namespace wgsim::core
