// What a thread knows of others through fences: for each block up to which epoch that block's accesses come
// before the thread's own. A fence and a write to a flag publish it; reading the flag and a fence acquire it.
//
// Immutable trees (16-way, keyed by the block's number) that share what is equal, so that a chain of n
// blocks, each passing on all that it knows, takes memory for n·log n entries and not n². They live until the
// launch ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "race_stamp.hpp"

namespace wgsim::core {

struct ThreadEpoch {
  std::uint16_t thread;
  Epoch before;
};

/// Of one block: accesses of all threads before an epoch, and of some threads before a later one.
struct BlockKnowledge {
  Epoch before = 0;
  std::vector<ThreadEpoch> threads;  ///< by thread
  bool covers(unsigned thread, Epoch epoch) const;
};

/// A node of a tree; leaves are BlockKnowledge.
struct Knowledge {
  const void* child[16] = {};
};

/// Either of them, or both at once. nullptr knows nothing.
const Knowledge* join(const Knowledge* a, const Knowledge* b);
const Knowledge* join(const Knowledge* a, std::uint64_t block, BlockKnowledge knowledge);
/// nullptr: nothing is known of the block.
const BlockKnowledge* find(const Knowledge* knowledge, std::uint64_t block);

/// What a thread knew at a fence. Most are never published, so the tree is made when one is.
struct Release {
  bool any = false;
  const Knowledge* acquired = nullptr;
  BlockKnowledge own;
  const Knowledge* all = nullptr;  ///< both, once it was needed
};

/// What a thread has seen and not yet made its own, and what it has to give. `block`: also by fences whose
/// scope is the block.
struct RaceThread {
  const Knowledge* acquired = nullptr;
  const Knowledge *seen = nullptr, *seen_in_block = nullptr;
  const Knowledge* seen_by_atomics = nullptr;
  Release released, released_in_block;
};

/// For lanes of a warp that synchronise in parts: lane i knows of lane j's accesses before [i][j].
struct WarpEpochs {
  Epoch before[32][32] = {};
};

void forget_knowledge();
/// True when it takes so much memory that it should be forgotten (mutexes in long loops).
bool knows_too_much();

}  // namespace wgsim::core
