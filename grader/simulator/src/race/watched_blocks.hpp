// Which blocks of a large grid the race detector watches, with Options::watch_some_blocks. A race is found if
// both of its threads are in watched blocks. For the other blocks only their single accesses are not
// remembered; that they wrote, and their barriers, fences and flags, is. So nothing is reported that is no
// race.
//
// All blocks run the same code, so what one pair of blocks does wrong, most pairs do. What only a few do
// wrong, they do at an end of the grid, or where something of a fixed size is full and begins anew: an array
// of partial results, a loop over them, a counter. Such sizes are powers of two, as a rule. So both sides of
// each multiple of kRound are watched: blocks that take turns in such an array, and neighbours.
#pragma once

#include <cstdint>

#include "vector_types.h"

namespace wgsim::core {

/// The smallest such size that matters in a large grid: 1024 and 2048 are multiples of it.
inline constexpr std::uint64_t kRound = 512;
/// Watched on each side of its multiples: a block and its neighbour.
inline constexpr std::uint64_t kOnEachSide = 2;
/// A grid of up to so many blocks is watched as a whole. Either it is the second launch, over what the blocks
/// of the first have left, or its blocks come to second rounds in loops of their own.
inline constexpr std::uint64_t kFewBlocks = 64;

inline bool is_watched(uint3 block, dim3 grid) {
  const std::uint64_t blocks = std::uint64_t(grid.x) * grid.y * grid.z;
  const std::uint64_t number = (std::uint64_t(block.z) * grid.y + block.y) * grid.x + block.x;
  const std::uint64_t in_round = number % kRound;
  return blocks <= kFewBlocks || number + kOnEachSide >= blocks || in_round < kOnEachSide ||
         in_round + kOnEachSide >= kRound;
}

}  // namespace wgsim::core
