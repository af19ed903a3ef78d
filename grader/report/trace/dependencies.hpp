// Which events of a launch must stay before which others (trace/steps.hpp says why).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/recording.hpp"

namespace warpgrade::report::trace {

/// Events that are one step, if nothing forces them apart.
struct Group {
  unsigned block = 0, warp = 0;
  RecordedKind kind = RecordedKind::read;
  std::vector<std::size_t> events = {};  ///< in the order of the recording
};

/// Numbers of events count from the beginning of the recording, those of groups from 0.
struct Dependencies {
  std::vector<Group> groups;                         ///< by their first event
  std::vector<std::size_t> group_of;                 ///< of each event
  std::vector<std::vector<std::size_t>> successors;  ///< of each event, in other groups
  std::vector<unsigned> predecessors;                ///< how many of them, in other groups
};

/// `events`: those of one launch, as indices into the recording.
Dependencies dependencies_of(const Recording& recording, std::span<const std::size_t> events);

}  // namespace warpgrade::report::trace
