// The clocks of the race detector, which tell what happens before what (Lamport, Time, clocks, and the
// ordering of events in a distributed system, 1978). race/detector.hpp has the rules.
#pragma once

#include <cstdint>

#include "grid/grid.hpp"
#include "state/accesses.hpp"
#include "state/listener.hpp"

namespace wgsim::core {

/// Listens with Options::check, to all that orders accesses. What the race detector does with each access is
/// in race/detector.hpp.
Listener& race_detector();

/// Finds no more races in global memory for the rest of the launch.
void race_give_up();

/// The block (its number in the launch) that an epoch since running.ordered_before belongs to.
std::uint64_t block_of_epoch(Epoch epoch);
/// Did thread `thread` make its access of that epoch before a __syncwarp with `me`?
bool synced_in_warp(const Thread& me, unsigned thread, Epoch epoch);

}  // namespace wgsim::core
