// What kernels cost, and what host code did beside them. Plain structs: the grader uses them as they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wgsim {

/// What kernels cost, as a GPU's profiler would count it: by warp instruction, without caches.
struct Counters {
#define X(name) std::uint64_t name = 0;
#include "counters.def"
#undef X

  /// Warp instructions that access memory.
  std::uint64_t memory_instructions() const { return global_requests + shared_requests + atomic_requests; }
  double lanes_per_instruction() const {
    return memory_instructions() == 0 ? 0 : double(active_lanes) / double(memory_instructions());
  }
  std::uint64_t global_bytes_moved() const { return 32 * global_sectors; }
  /// The share of the moved sectors that would be enough if the same bytes lay side by side.
  double global_efficiency() const {
    return global_sectors == 0 ? 1 : double(global_ideal_sectors) / double(global_sectors);
  }
  double sectors_per_request() const {
    return global_requests == 0 ? 0 : double(global_sectors) / double(global_requests);
  }
  double per_thread(std::uint64_t count) const {
    return working_threads == 0 ? 0 : double(count) / double(working_threads);
  }
  Counters& operator+=(const Counters& other);
  bool operator==(const Counters&) const = default;
};

struct LaunchCosts {
  std::array<unsigned, 3> grid, block;
  Counters counters;
};

struct KernelCosts {
  static constexpr std::size_t kMostLaunches = 8;

  std::string kernel;
  Counters counters;                  ///< of all launches
  std::vector<LaunchCosts> launches;  ///< the first kMostLaunches
};

enum class Traffic {
  global_load,
  global_store,
  shared_load,
  shared_store,
  global_atomic,
  shared_atomic,
  divergent_branch,  ///< one whose warp goes several ways, one after the other
};

/// The traffic of one kind that a line of source causes.
struct LineCosts {
  std::string file;
  int line = 0;  ///< 0: unknown
  std::string kernel;
  Traffic kind = Traffic::global_load;
  std::uint64_t requests = 0;
  /// Sectors; for shared memory passes over the banks; for atomics turns; for branches ways.
  std::uint64_t transactions = 0;
  std::uint64_t ideal = 0;  ///< the fewest that could do the same
};

struct Costs {
  Counters total;
  std::vector<KernelCosts> kernels;  ///< in the order of their first launch
  std::vector<LineCosts> lines;      ///< most transactions first
};

/// What host code does that may be work of the task. Always counted.
struct HostWork {
  std::uint64_t launches = 0;
  std::uint64_t bytes_read =
      0;  ///< copied from the device to the host, or pages of managed memory that it read
  /// Copied from the host to the device, or pages of managed memory that it wrote, or arguments of kernels
  /// beyond 128 bytes a launch: an array in a struct.
  std::uint64_t bytes_written = 0;
  std::uint64_t device_copies = 0;  ///< rows of copies within the device, and of fills of it (cudaMemset)
};

}  // namespace wgsim
