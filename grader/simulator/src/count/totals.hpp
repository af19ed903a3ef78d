// The sums of a counted launch and of each kernel.
#pragma once

#include <cstdint>

#include "count/warp_log.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

/// Begins the sums of a launch.
void count_launch(const LaunchConfig& config);
bool is_global(std::uintptr_t address);
/// Constant memory lies in global memory, too, but has a cache and a path of its own.
bool is_constant(std::uintptr_t address);
bool is_shared(std::uintptr_t address);
/// Adds what an instruction costs to the sums of the kernel that runs.
void add_costs(const Issue& issue);
/// The sums of the launch that runs, for what other files count.
Counters& counters_of_launch();
/// What a thread did that has ended.
struct ThreadWork {
  bool is_idle = false;        ///< it accesses no memory but its own
  std::uint64_t accesses = 0;  ///< to words of global and constant memory
  std::uint64_t steps = 0;
};
void add_thread(const ThreadWork& work, Block& block);
/// Adds the launch, which has ended, to the sums of its kernel.
void add_launch();

}  // namespace wgsim::core
