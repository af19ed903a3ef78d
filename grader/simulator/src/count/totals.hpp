// The sums of a counted launch and of each kernel.
#pragma once

#include <cstdint>

#include "count/warp_log.hpp"

namespace wgsim::core {

/// A launch begins.
void count_launch(const LaunchConfig& config);
/// Adds what an instruction costs to the sums of the kernel that runs.
void add_costs(const Issue& issue);
/// A block has ended.
void add_barriers_of_block(std::uint64_t barriers);
/// So has the launch.
void add_launch();

}  // namespace wgsim::core
