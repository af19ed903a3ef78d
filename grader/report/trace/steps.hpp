// A recording as the steps that a person follows: what a warp does as one instruction is one step.
//
// The simulator runs a thread until it has to wait, then the next one. A GPU runs the lanes of a warp
// together. So the steps are in another order than the events: the lanes of a warp go in step, the warps of a
// block take turns, blocks come one after the other. It is one of the orders that are possible. These never
// change:
//   - the order of what one thread does;
//   - that a barrier has everything of its block on one side (a __syncwarp: everything of its lanes);
//   - the order of two accesses of the same byte, if one of them writes. So each read gets what the step
//     before it left there. Where a race makes the lanes of an instruction depend on each other, the
//     instruction falls apart into several steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/recording.hpp"

namespace warpgrade::report::trace {

inline constexpr unsigned kMostBlocks = 4;  ///< so many blocks of a launch are shown
/// More are not shown: a race of a large block can make each of its threads a step of its own.
inline constexpr std::size_t kMostSteps = 1600;
inline constexpr unsigned kWarp = 32;

enum class StepKind {
  launch,  ///< a kernel starts; no events
  read,
  write,
  atomic,
  shuffle,
  barrier,
  warp_sync,
  others,  ///< events that are not shown: those of further blocks, or all after kMostSteps
  end,     ///< the call is over; no events
};

struct Step {
  StepKind kind = StepKind::launch;
  unsigned launch = 0, block = 0, warp = 0;
  unsigned line = 0;  ///< index into Recording::lines
  /// Indices into Recording::events, ascending: as they happened.
  std::vector<std::size_t> events = {};
};

std::vector<Step> steps_of(const Recording& recording);

}  // namespace warpgrade::report::trace
