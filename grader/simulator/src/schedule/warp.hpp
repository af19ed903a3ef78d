// What the scheduler asks of the warp operations.
#pragma once

#include "grid/grid.hpp"

namespace wgsim::core {

/// A lane exited: a warp operation that only waited for it is complete.
void settle_warp(Warp& warp);
/// A lane waits, spins or exits: __activemask may have its answer.
void settle_active_mask(Warp& warp);
/// Ends the kernel if two lanes of the warp wait for each other in vain.
void end_if_lanes_disagree(Warp& warp);

}  // namespace wgsim::core
