// Vector clocks (Fidge, Timestamps in message-passing systems that preserve the partial ordering, 1988;
// Mattern, Virtual time and global states of distributed systems, 1989): for each block the epoch up to
// which the accesses of that block happen before those of the thread or block that has the clock. They are
// needed only between threads that synchronise through fences and flags; for barriers one epoch is enough.
//
// A clock is an immutable tree (16-way, keyed by the block's number), and a changed one is made by copying a
// path (Driscoll, Sarnak, Sleator & Tarjan, Making data structures persistent, 1989). Trees share equal
// parts, so a chain of n blocks, in which each passes on its whole clock, takes memory for n·log n entries
// and not n². So do the threads of a block, by their warps. Trees live until the launch ends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/accesses.hpp"

namespace wgsim::core {

/// For each lane of a warp: its accesses before this epoch are ordered.
struct WarpClock {
  Epoch before[32] = {};
};

/// The part of a clock about one block: an epoch for all its threads, and later ones for those of some warps.
struct BlockClock {
  Epoch before = 0;
  const WarpClock* warps[32] = {};  ///< nullptr: no later ones
  bool covers(unsigned thread, Epoch epoch) const;
};

/// What a thread knows of its own block.
struct OwnClock {
  Epoch before = 0;  ///< of all threads
  unsigned warp = 0;
  WarpClock lanes;  ///< of its warp
};

/// A node of the tree; its leaves are BlockClocks. nullptr is the clock that orders nothing.
struct VectorClock {
  const void* child[16] = {};
};

/// The later of both for each block. Returns a or b if that has it all.
const VectorClock* join(const VectorClock* a, const VectorClock* b);
const VectorClock* join(const VectorClock* a, std::uint64_t block, const OwnClock& own);
/// nullptr: nothing of that block is ordered.
const BlockClock* find(const VectorClock* clock, std::uint64_t block);

/// A thread's clock at a fence. Most are never published, so `all` is made when one is.
struct Release {
  bool any = false;
  const VectorClock* acquired = nullptr;
  OwnClock own;
  const VectorClock* all = nullptr;  ///< acquired and own, once it was needed
  bool is_sequential = false;        ///< of a sequentially consistent fence that is not in `fences` yet
};

/// The clock of a thread that takes part in fences and flags. It reads a flag (`seen`), acquires with its
/// next fence what the flag published (`acquired`), and that fence prepares what its own flags will publish
/// (`released`). `…in_block`: also by fences whose scope is the block. `fences`: what sequentially consistent
/// fences have taken down: those of other threads before a barrier or a __syncwarp with them, and own earlier
/// ones.
struct ThreadClock {
  const VectorClock* acquired = nullptr;
  const VectorClock *seen = nullptr, *seen_in_block = nullptr;
  const VectorClock* seen_by_atomics = nullptr;
  const VectorClock *fences = nullptr, *seen_fences = nullptr;
  Release released, released_in_block;
};

/// For a warp whose lanes synchronise in parts: accesses of lane j before [i][j] happen before those of lane
/// i.
struct WarpEpochs {
  Epoch before[32][32] = {};
};

/// Forgets all clocks. From now on they are about blocks with numbers below `blocks`.
void start_vector_clocks(std::uint64_t blocks);
/// True when clocks take so much memory that they should be forgotten (mutexes in long loops).
bool too_many_vector_clocks();

}  // namespace wgsim::core
