// The clocks of the race detector, which tell what happens before what (Lamport, Time, clocks, and the
// ordering of events in a distributed system, 1978). Each event that orders accesses is reported to a
// function here. race/detector.hpp has the rules.
#pragma once

#include <cstdint>

#include "grid/grid.hpp"
#include "state/access_kind.hpp"
#include "state/stamp.hpp"

namespace wgsim::core {

void race_start_launch();
void race_start_block(Block& block);
void race_barrier(Block& block);
void race_grid_barrier();
/// A __syncwarp by the lanes of `group`; `mask` may name others, which have exited before.
void race_sync_warp(Warp& warp, unsigned mask, unsigned group);
void race_fence(Scope scope);
/// After a volatile or atomic read: it may be the read of a flag.
void race_observe(std::uintptr_t address, AccessKind kind);
/// Before a volatile or atomic write: it may set a flag. `keeps_history`: a read-modify-write, so that what
/// others published by this flag stays.
void race_publish(std::uintptr_t address, bool keeps_history);
/// Finds no more races in global memory for the rest of the launch.
void race_give_up();

/// The block (its number in the launch) that an epoch since running.ordered_before belongs to.
std::uint64_t block_of_epoch(Epoch epoch);
/// Did thread `thread` make its access of that epoch before a __syncwarp with `me`?
bool synced_in_warp(const Thread& me, unsigned thread, Epoch epoch);

}  // namespace wgsim::core
