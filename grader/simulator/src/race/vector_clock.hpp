// Vector clocks (Fidge, Timestamps in message-passing systems that preserve the partial ordering, 1988;
// Mattern, Virtual time and global states of distributed systems, 1989): for each block the epoch up to
// which the accesses of that block happen before those of the thread or block that has the clock. They are
// needed only between threads that synchronise through fences and flags; for barriers one epoch is enough.
//
// A clock is an immutable tree (16-way, keyed by the block's number). Trees share equal parts, so a chain of
// n blocks, in which each passes on its whole clock, takes memory for n·log n entries and not n². Trees live
// until the launch ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "race/stamp.hpp"

namespace wgsim::core {

struct ThreadEpoch {
  std::uint16_t thread;
  Epoch before;
};

/// The part of a clock about one block: an epoch for all its threads, and a later one for some of them.
struct BlockClock {
  Epoch before = 0;
  std::vector<ThreadEpoch> threads;  ///< by thread
  bool covers(unsigned thread, Epoch epoch) const;
};

/// A node of the tree; its leaves are BlockClocks. nullptr is the clock that orders nothing.
struct VectorClock {
  const void* child[16] = {};
};

/// The later of both for each block. Returns a or b if that has it all.
const VectorClock* join(const VectorClock* a, const VectorClock* b);
const VectorClock* join(const VectorClock* a, std::uint64_t block, BlockClock of_block);
/// nullptr: nothing of that block is ordered.
const BlockClock* find(const VectorClock* clock, std::uint64_t block);

/// A thread's clock at a fence. Most are never published, so `all` is made when one is.
struct Release {
  bool any = false;
  const VectorClock* acquired = nullptr;
  BlockClock own;
  const VectorClock* all = nullptr;  ///< acquired and own, once it was needed
};

/// The clock of a thread that takes part in fences and flags. It reads a flag (`seen`), acquires with its
/// next fence what the flag published (`acquired`), and that fence prepares what its own flags will publish
/// (`released`). `…in_block`: also by fences whose scope is the block.
struct ThreadClock {
  const VectorClock* acquired = nullptr;
  const VectorClock *seen = nullptr, *seen_in_block = nullptr;
  const VectorClock* seen_by_atomics = nullptr;
  Release released, released_in_block;
};

/// For a warp whose lanes synchronise in parts: accesses of lane j before [i][j] happen before those of lane
/// i.
struct WarpEpochs {
  Epoch before[32][32] = {};
};

void forget_vector_clocks();
/// True when clocks take so much memory that they should be forgotten (mutexes in long loops).
bool too_many_vector_clocks();

}  // namespace wgsim::core
